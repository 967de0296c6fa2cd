/** Words that are needed with the first page; the others come with the pages that use them. */
export const title = "Active Calls";

export const liveCallsLabel = (count: number) => (count === 1 ? "1 live call" : `${count} live calls`);

/** The list of calls that were. */
export const logTitle = "Call log";

/** What happened on a call, on its page. */
export const journalTitle = "Journal";

/** What was recorded of calls. */
export const recordingsTitle = "Recordings";

export const callLabel = (name: string) => `Call ${name}`;

export const contactsError = "Error fetching contacts.";

export const unknownCaller = "Unknown caller";

/** Said in the title and on the desktop while it rings. */
export const isCalling = (name: string) => `☎ ${name} is calling`;

export const keyWords = {
  title: "Calls",
  accept: "Accept the ringing call",
  decline: "Decline the ringing call",
  mute: "Mute or unmute my call",
  hold: "Hold or resume my call",
  keypad: "Open the keypad for my call",
  transfer: "Transfer my call",
  record: "Record my call, pause or resume recording",
  swap: "Swap to the call on hold",
};
export const myCall = "My call";
export const missedTitle = "Missed calls";
export const newCall = "New call";
