/** What is said of a new user: needed with the first page; the others come with the pages that use them. */
export const invited = (email: string) => `A letter is on its way to ${email}.`;
