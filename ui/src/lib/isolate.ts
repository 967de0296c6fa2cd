/** Keeps the direction in which a name is written from turning round the sentence that it stands in. */
export const isolate = (text: string) => `\u2068${text}\u2069`;
