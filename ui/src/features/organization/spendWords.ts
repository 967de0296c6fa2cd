/** Said above every page, so apart from the words of the page of settings. */
export const spendWords = {
  near: (usd: number) =>
    `Calls and texts have used more than 80 % of this month's spending stop of $${usd}. At the stop nothing goes out.`,
  stopped: (usd: number) =>
    `This month's spending stop of $${usd} is reached: no calls or texts go out. Raise it in the organization's settings.`,
};
