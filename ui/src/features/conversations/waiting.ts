/** Words of texts that wait or were cancelled. */
export const waiting = {
  waiting: "Waiting to be sent – retrying",
  cancelled: "Cancelled – not sent",
  cancel: "Cancel",
  sendAgain: "Send again",
  edit: "Edit",
};
