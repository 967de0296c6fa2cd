/** The words of controls that offer a field's options. */
export const optionWords = {
  noneLeft: "No such option is left.",
  noneSuch: "There is no such option.",
  options: (field: string) => `Options of ${field}`,
};
