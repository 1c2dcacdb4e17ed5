/** Pictures on the server: brought as bytes, shown from their address. */
import { ROOT, send } from "../api/client";
import type { Schemas } from "../api/shapes";

/** Bring a picture; the server writes it anew and says by which name it is kept, and how large it is. */
export const picture = async (file: Blob): Promise<Schemas["PictureAnswer"]> =>
  (await (await send("/pictures", { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file })).json()) as Schemas["PictureAnswer"];

/** Where a picture is that was brought. */
export const pictureAt = (file: string): string => `${ROOT}/pictures/${encodeURIComponent(file)}`;
