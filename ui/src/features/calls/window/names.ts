/** Words that are needed with the first page; the others come with the pages of the phone's window. */
export const windowWords = {
  open: "Open the phone in a window of its own",
  blocked: "Your browser keeps the phone's window from opening. Allow pop-ups of this page, then try again.",
  settings: "Phone settings",
};
