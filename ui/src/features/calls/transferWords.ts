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
