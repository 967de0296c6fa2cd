/** Words that are needed with the first page. */
export const title = "Query console";
