export { Conversation, ConversationsPage, NoConversation } from "./ConversationsPage";
