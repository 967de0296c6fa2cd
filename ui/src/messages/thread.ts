/** Words of threads, whatever is written in them. */
export const thread = {
  you: "You",
  yesterday: "Yesterday",
  waiting: "Will be sent when the connection is back",
  tooOld: "This was written more than a day ago and has not been sent.",
  today: "Today",
  sending: "Sending…",
  retry: "Retry",
  noMore: "No more messages.",
  newMessages: "New",
  newBelow: (count: number) => (count === 1 ? "1 new message" : `${count} new messages`),
  discard: "Discard",
  characters: (left: number) => `${left} characters left`,
  thread: "Messages",
  keys: {
    title: "Writing",
    send: "Send",
    newline: "New line",
  },
};
