/** Texts of the note composer, which loads with the frame, unlike the record pages. */
export const words = {
  note: "Note",
  notePlaceholder: "Write a note…",
  addNote: "Add note",
  noted: "Related Note created successfully",
  noteError: "Failed to create related note.",
};
