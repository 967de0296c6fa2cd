/** Said above every page, so apart from the words of the page of settings. */
export const spendWords = {
  near: (usd: number) =>
    `Calls and texts have used more than 80% of this month's $${usd} spending limit. Outgoing calls and texts stop at the limit.`,
  stopped: (usd: number) =>
    `This month's $${usd} spending limit is reached. Outgoing calls and texts are stopped; raise the limit in the organization settings.`,
};
