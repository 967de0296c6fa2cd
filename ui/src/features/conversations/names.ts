/** The word that is needed with the first page; the others come with the pages that use them. */
export const title = "Texts";
export const unreadTexts = "Unread texts";
export const text = "Text";
export const newText = "New text";
export const textLabel = (whom: string) => `Text ${whom}`;
export const findKeys = "Search in the open conversation";
