/** The list that holds what was said about a number, newest first. */
export const consentList = (number: string) => `consent:${number}`;
