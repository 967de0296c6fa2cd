export { Chat, ChatsPage, NoChat } from "./ChatsPage";
