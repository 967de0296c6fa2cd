/** Words that are needed with the first page; the others come with the pages that use them. */
export const title = "Subscriber Management";
