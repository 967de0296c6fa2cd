/** Texts of viewing as another user. */
export const viewingWords = {
  text: (name: string) => `You are viewing as ${name}. Nothing can be changed.`,
  until: "Ends",
  end: "End",
};
