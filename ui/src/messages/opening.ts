/** Words of the first script, which shows them without the catalogue of the frame. */
export const opening = {
  starting: "Opening your workspace…",
  goTo: (place: string) => `Go to ${place}`,
  crashedTitle: "This page ran into a problem",
  crashedText: "Reloading usually helps.",
  reload: "Reload",
  notLoaded: {
    awayTitle: "This page is not loaded yet",
    awayText: "Can't reach the server. This opens when the connection is back.",
    goneTitle: "A new version is ready",
    goneText: "Reload to use it.",
    part: "Not loaded – try again",
  },
  notFoundTitle: "This page does not exist",
  notFoundText: "The address may be wrong, or the page may have moved.",
  away: "No connection",
  fetchError: "Error fetching records",
  retry: "Try again",
  partCrashed: "A part of this page ran into a problem.",
  notUsed: "A superuser can add this app under Settings.",
};
