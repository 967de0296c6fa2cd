/** Words of texts that wait or were cancelled: loaded with the pages that need them, not with the first. */
export const waiting = {
  waiting: "Waiting to be sent – trying again",
  cancelled: "Cancelled – not sent",
  cancel: "Cancel",
  sendAgain: "Send again",
  edit: "Edit",
  /** On the simulator's page. */
  turnAway: "Turn the product's texts away, as a network that is too busy",
  turnAwayHint: "They wait in their threads, are tried again for an hour, and can be cancelled.",
};
