/** The words that are needed with the first page; the others come with the pages that use them. */
export const title = "Realtime";
export const keysTitle = "API keys";
export const auditTitle = "Audit";
