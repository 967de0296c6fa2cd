import { counted } from "@/lib/plural";

const number = (count: number) => count.toLocaleString();

/** Words of threads, whatever is written in them. */
export const thread = {
  you: "You",
  yesterday: "Yesterday",
  waiting: "Sends when the connection is back",
  tooOld: "Written more than a day ago and not sent.",
  today: "Today",
  sending: "Sending…",
  retry: "Retry",
  noMore: "No more messages.",
  allUnread: (count: number) => `See all ${number(count)}`,
  newMessages: "New",
  newBelow: (count: number) => counted(count, "new message", "new messages"),
  discard: "Discard",
  characters: (left: number) => counted(left, "character left", "characters left"),
  tooLong: (over: number, limit: number) =>
    `${counted(over, "character", "characters")} too many: at most ${number(limit)} can be sent at once.`,
  thread: "Messages",
  show: "Show",
  shows: { unread: "Unread", mine: "Mine", all: "All" },
  clearSearch: "Clear search",
  nothing: {
    unread: { title: "Nothing unread", text: "You have read everything." },
    mine: { title: "Nothing assigned to you", text: "Conversations assigned to you appear here." },
    unassigned: { title: "Nothing unassigned", text: "Somebody takes care of every conversation." },
    snoozed: { title: "Nothing snoozed", text: "Snoozed conversations wait here until their time." },
    search: { title: "Nothing found", text: "No conversation matches this name or number." },
  },
};
