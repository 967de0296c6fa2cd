export const words = {
  title: (name: string) => `Erase ${name}?`,
  text: "All that is kept of this person is deleted for good: the record with its history, the notes about it, and the conversations with it. Calls stay without name, number and notes.",
  warning: "Nobody can bring it back.",
  type: (name: string) => `Type “${name}” to go on`,
  erase: "Erase for good",
  begun: "The person is being erased. How far that is stands beside your name.",
};
