export { Chat, ChatsPage, NoChat } from "./ChatsPage";
export { HelpRoute } from "./HelpRoute";
export { titleOf } from "./naming";
