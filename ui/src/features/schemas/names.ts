/** What is needed with the first page; the other words come with the pages that use them. */
export const title = "Objects";
export const objectsPath = "/administration/objects";
