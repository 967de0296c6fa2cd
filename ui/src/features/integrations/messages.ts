export const words = {
  runAuth: "Run Auth",
  runAuthHint: "Checks that the other system lets Switchboard in, or asks it in a new tab",
  works: "The credential works: the other system gave a new token.",
  opened: "The other system asks you in a new tab.",
  blocked: "Your browser did not allow a new tab. Allow pop-ups for this page and press again.",
  ending: "Finishing the authorization…",
  done: (system: string) => `Connected with ${system}.`,
  unfinished: "The authorization is not finished. Begin it again.",
  why: {
    unknown: "This is not an answer to an authorization of yours. Begin it again.",
    expired: "The authorization took too long. Begin it again.",
    used: "This authorization was already finished. Begin it again if it did not work.",
    elsewhere:
      "This authorization was begun in another browser, or at another address. Begin it in this one.",
    failed: "Something went wrong on our side. Begin the authorization again.",
  } as Readonly<Record<string, string>>,
};
