/** Words that are needed with the first page; the others come with the pages that use them. */
export const keyWords = {
  note: "Note",
  addSection: "Add a section",
  title: "Records",
  toggleEdit: "Switch between viewing and editing",
  saveRecord: "Save the record",
  newRecord: "New record; on other pages, notes",
  deleteRecord: "Delete the record",
  moveSection: "Move a navigation section up (↓ moves it down)",
};
