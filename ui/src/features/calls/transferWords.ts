/** Words of holding a call and of handing it to a colleague, which are loaded with their keys. */
export const transferWords = {
  hold: "Hold",
  resume: "Resume",
  swap: (who: string) => `Swap to ${who}`,
  transfer: "Transfer",
  transferTo: (who: string) => `Transfer the call with ${who}`,
  route: "Route",
  routeTo: (who: string) => `Route the call from ${who}`,
  routeHint: "The call rings for your colleague alone. If they do not take it, it rings again for you.",
  notHereToRoute: "May not answer: a call that nobody takes within 20 seconds rings again for you.",
  transferKinds: { Cold: "Transfer", Warm: "Ask first" },
  transferKindHints: {
    Cold: "Your colleague takes over as soon as they answer. Until then you have the call.",
    Warm: "You talk with your colleague first, while the customer waits on hold.",
  },
  findColleague: "Find a colleague",
  noColleague: "No colleague of that name.",
  notHere: "May not answer: a call that nobody takes within 20 seconds comes back to you.",
  complete: "Complete",
  takeBack: "Cancel",
  /** After both, where there is room. */
  transferNoun: "transfer",
};
