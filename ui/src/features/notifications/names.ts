/** Words that are needed with the first page; the others come with the pages that use them. */
export const title = "Notifications";
export const missedTitle = "Missed";
export const waitingOf = (count: number) =>
  count === 1 ? "1 unread notification" : `${count} unread notifications`;
