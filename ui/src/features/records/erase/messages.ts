export const words = {
  title: (name: string) => `Erase ${name}?`,
  text: "This permanently deletes everything about this person: the record and its history, notes and conversations. Calls are kept without name, number and notes.",
  warning: "This cannot be undone.",
  type: (name: string) => `Type “${name}” to confirm`,
  erase: "Erase permanently",
  begun: "Erasing this person. You can follow the progress in the jobs menu.",
};
