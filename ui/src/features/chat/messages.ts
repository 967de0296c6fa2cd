import { helpTitle, title } from "./names";

export const words = {
  title,
  empty: "No chats yet",
  emptyHint: "Start a chat with a colleague or a team.",
  choose: "Choose a chat",
  chooseHint: "Or start a new one with your colleagues.",
  help: helpTitle,
  helpFailed: "The help chat could not be opened",
  newMessage: "New message",
  message: "Message",
  search: "Search chats by name",
  newGroup: "New group chat",
  newChat: "New chat",
  findColleague: "Find a colleague",
  noColleague: "No one with that name is in your organization.",
  direct: "Direct message",
  create: "Create chat",
  creating: "Creating…",
  name: "Name",
  namePlaceholder: "Billing questions",
  nameRequired: "Name is required",
  members: "Members",
  membersRequired: "Please choose at least one colleague.",
  private: "Private",
  privateHint: "Only members can find and read it",
  notFound: "Chat not found.",
  notFoundHint: "It may have been closed, or you may not be a member.",
  placeholder: (name: string) => `Message ${name}…`,
  composer: "Message",
  send: "Send",
  memberCount: (count: number) => (count === 1 ? "1 member" : `${count} members`),
  typing: (names: string[]) => {
    const [first, second] = names;
    if (names.length === 1) {
      return `${first} is typing…`;
    }
    return names.length === 2 ? `${first} and ${second} are typing…` : "Several people are typing…";
  },
  sendFailed: "The message could not be sent. Please try again.",
  noMessages: "No messages yet",
  noMessagesHint: "Say hello.",
  noMore: "No more messages.",
  back: "Back to chats",
  details: "Chat details",
};
