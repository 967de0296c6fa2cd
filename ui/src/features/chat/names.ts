/** Words that are needed with the first page; the others come with the pages that use them. */
export const title = "Chat";
export const unreadChats = "Unread chats";
export const messageLabel = (name: string) => `Message ${name}`;
export const helpTitle = "Help Chat";
