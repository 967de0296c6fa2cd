/** How long ago something was: "now", "5 min ago". */
function ago(minutes: number): string {
  if (minutes < 1) {
    return "just now";
  }
  if (minutes < 60) {
    return `${minutes} min ago`;
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

export const words = {
  title: "Thread",
  reply: "Reply in thread",
  replies: (count: number) => (count === 1 ? "1 reply" : `${count} replies`),
  last: (minutes: number) => `last ${ago(minutes)}`,
  unread: (count: number) => `${count} new`,
  inThread: "Reply in a thread",
  close: "Close the thread",
  placeholder: "Reply…",
  field: "Reply",
  send: "Send reply",
  alsoInChat: (name: string) => `Also send to ${name}`,
  none: "No replies yet",
  noneHint: "What you write here stays in the thread.",
  beginning: "Beginning of the thread",
  failed: "The thread could not be loaded",
};
