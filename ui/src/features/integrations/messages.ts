export const words = {
  runAuth: "Run Auth",
  runAuthHint: "Checks the credential, or asks for authorization in a new tab",
  works: "The credential works. A new token was issued.",
  opened: "Continue in the new tab.",
  blocked: "Your browser blocked the new tab. Allow pop-ups for this page and try again.",
  ending: "Finishing the authorization…",
  done: (system: string) => `Connected to ${system}.`,
  unfinished: "Authorization is not complete. Start again.",
  why: {
    unknown: "This authorization does not match any you started. Start again.",
    expired: "The authorization expired. Start again.",
    used: "This authorization was already used. Start again if it did not work.",
    elsewhere: "This authorization was started in another browser or at another address. Start again here.",
    failed: "Something went wrong on our side. Start the authorization again.",
  } as Readonly<Record<string, string>>,
};
