export const words = {
  here: "Calls ring here.",
  available: (status: string) => `You're ${status.toLowerCase()}.`,
  quiet: "You're all caught up. New calls and messages appear here.",
  away: "Calls don't ring for you right now. Set yourself available to receive them.",
  testSound: "Test sound",
};
