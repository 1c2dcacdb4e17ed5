/** The faces in a line that somebody typed: numbers where they are numbers, names elsewhere.
 *
 * `facesOf("16, 5 blue")` is `[16, 5, "blue"]`; a name of several words stands between commas. */
export function facesOf(text: string): (string | number)[] {
  const parts = text.includes(",") || text.includes(";") ? text.split(/[,;]/) : text.split(/\s+/);
  return parts.flatMap((part): (string | number)[] => {
    const face = part.trim();
    if (!face) return [];
    return /^[\d\s]+$/.test(face) ? face.split(/\s+/).map(Number) : [face];
  });
}
