const longest = 1_000;

/** Resolves when the page has nothing else to do, after a second at the latest. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "function") {
      requestIdleCallback(() => resolve(), { timeout: longest });
    } else {
      setTimeout(resolve, longest);
    }
  });
