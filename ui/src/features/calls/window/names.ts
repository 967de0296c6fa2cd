/** Words that are needed with the first page; the others come with the pages of the phone's window. */
export const windowWords = {
  open: "Open the phone in its own window",
  blocked: "Your browser blocked the phone window. Allow pop-ups for this page and try again.",
  settings: "Phone settings",
};
