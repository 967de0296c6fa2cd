export const words = {
  heading: "Related records",
  none: "No related records found",
  create: "New",
  createOf: (title: string) => `New ${title.toLowerCase()}`,
  preview: (name: string) => `Newest ${name}`,
  failed: "The related records could not be counted.",
  tryAgain: "Try again",
  tab: (record: string, object: string) => `${record} - ${object}s`,
};
