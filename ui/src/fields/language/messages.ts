export const languageWords = {
  none: "There is no such language.",
};
