/** The beginning of a text, in characters as people count them, with an ellipsis where it goes on. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join("").trimEnd()}…` : text;
}
