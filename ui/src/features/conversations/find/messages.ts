const number = (count: number) => count.toLocaleString();

export const words = {
  open: "Search in this conversation",
  bar: "Search in this conversation",
  field: "Find in messages",
  next: "Next match",
  previous: "Previous match",
  close: "Close search",
  none: "No matches",
  failed: "The search failed.",
  place: (at: number, count: number, isMore: boolean) =>
    `${number(at)} of ${number(count)}${isMore ? "+" : ""}`,
  inMessages: "In messages",
  count: (count: number, isMore: boolean) => `${number(count)}${isMore ? "+" : ""}`,
  nothing: "No message says this.",
  searching: "Searching messages…",
};
