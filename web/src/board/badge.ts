/** What stands at an enemy before anybody chose it: its chance, or that it may not be shot. */
export interface Badge {
  look: "legal" | "refused";
  text: string;
  /** The whole of it, for the list and for those who listen. */
  words: string;
}
