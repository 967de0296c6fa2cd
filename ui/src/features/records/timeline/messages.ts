/** Of the composer of notes, which comes with the frame: the words of the pages of records do not. */
export const words = {
  note: "Note",
  notePlaceholder: "Write a note…",
  addNote: "Add note",
  noted: "Related Note created successfully",
  noteError: "Failed to create related note.",
};
