/** The words of the demo's first minute, which Home loads without those of the simulator's page. */
export const words = {
  signedInAs: (name: string, role: string) => `You're signed in as ${name}, ${role}.`,
  roles: { administrator: "administrator", supervisor: "supervisor", agent: "agent" },
  demoLead: "Simulated customers can call and text this demo.",
  letCall: "Let a customer call you",
  letText: "Send me a text",
  notRinging: (status: string) => `You're ${status.toLowerCase()}, so calls don't ring for you.`,
  onCall: "You're on a call. Hang up, and a customer can call you.",
  setAvailable: "Set me available",
  setAvailableFailed: (detail: string) => `Your availability was not changed: ${detail}`,
  failed: (detail: string) => `The simulator rejected this: ${detail}`,
};
