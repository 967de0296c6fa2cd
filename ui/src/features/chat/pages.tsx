export { Chat, ChatsPage, NoChat } from "./ChatsPage";
export { titleOf } from "./naming";
