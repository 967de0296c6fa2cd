export const words = {
  title: "Salesforce",
  connect: "Connect Salesforce",
  connectAgain: "Connect again",
  connected: "You are connected with Salesforce.",
  notConnected: "Let Switchboard in at Salesforce. It opens in a new tab.",
  refused: (why: string) => `You are not connected: ${why}`,
  blocked: "Your browser did not allow a new tab. Allow pop-ups for this page and press again.",
};
