/** Words of holding a call and of handing it to a colleague, which are loaded with their keys. */
export const transferWords = {
  hold: "Hold",
  resume: "Resume",
  swap: (who: string) => `Swap to ${who}`,
  transfer: "Transfer",
  transferTo: (who: string) => `Transfer the call with ${who}`,
  route: "Route",
  routeTo: (who: string) => `Route the call from ${who}`,
  routeHint: "The call rings only for your colleague. If they don't answer, it rings for you again.",
  notHereToRoute: "May not answer. After 20 seconds the call rings for you again.",
  transferred: { Cold: "Transferred the call", Warm: "Adding user to the call" },
  ringing: (who: string) => `Ringing ${who}…`,
  cameBack: {
    declined: (who: string) => `${who} declined the transfer. You still have the call.`,
    returned: (who: string) => `The transfer to ${who} failed. You still have the call.`,
  },
  ringsAgain: {
    declined: (who: string) => `${who} declined the transfer. The call rings again.`,
    returned: (who: string) => `The transfer to ${who} failed. The call rings again.`,
  },
  transferKinds: { Cold: "Transfer", Warm: "Ask first" },
  transferKindHints: {
    Cold: "Your colleague takes over when they answer. You keep the call until then.",
    Warm: "Talk to your colleague first while the customer is on hold.",
  },
  findColleague: "Find a colleague",
  noColleague: "No colleague with that name.",
  notHere: "May not answer. After 20 seconds the call returns to you.",
  complete: "Complete",
  takeBack: "Cancel",
  /** After both, where there is room. */
  transferNoun: "transfer",
};
