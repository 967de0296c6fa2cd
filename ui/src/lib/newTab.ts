/** The browser did not allow a new tab. */
export class NoTab extends Error {}

/**
 * Opens a tab for an address that must be asked for first. The tab opens at once: a browser allows one for what a
 * person has just pressed. Where there is no address it closes again.
 */
export async function openInTab(address: () => Promise<string | undefined>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (!tab) {
    throw new NoTab();
  }
  try {
    const to = await address();
    if (to !== undefined && /^https?:\/\//.test(to)) {
      tab.opener = null;
      tab.location.replace(to);
      return;
    }
    tab.close();
  } catch (error) {
    tab.close();
    throw error;
  }
}
