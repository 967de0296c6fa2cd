/** The names of the lists of recordings: all that one may see, and those of a call. */
export const recordingObject = "twilio_recording";
export const allRecordings = "recordings";
export const recordingsOf = (call: string) => `recordings:${call}`;
