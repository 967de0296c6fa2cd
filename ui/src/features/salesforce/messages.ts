export const words = {
  title: "Salesforce",
  connect: "Connect Salesforce",
  connectAgain: "Connect again",
  connected: "Salesforce is connected.",
  notConnected: "Authorize Switchboard in Salesforce. A new tab opens.",
  refused: (why: string) => `Not connected: ${why}`,
  blocked: "Your browser blocked the new tab. Allow pop-ups for this page and try again.",
};
