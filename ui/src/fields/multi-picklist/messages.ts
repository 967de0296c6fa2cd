/** Texts of controls that offer a field's options. */
export const optionWords = {
  noneLeft: "No more matching options.",
  noneSuch: "No matching options.",
  options: (field: string) => `Options of ${field}`,
};
