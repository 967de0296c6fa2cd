export const words = {
  here: "Calls ring here.",
  available: (status: string) => `You're ${status.toLowerCase()}.`,
  quiet: "Nothing waits for you. What comes in appears here the moment it does.",
  away: "Calls don't ring for you now. Set yourself available to take them.",
  testSound: "Test sound",
};
