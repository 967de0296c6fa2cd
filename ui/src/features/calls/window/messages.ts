export const words = {
  tabsLabel: "Phone",
  tabs: {
    Contacts: "Contacts",
    Calls: "Active Calls",
    Texts: "Texts",
    Keypad: "Keypad",
    Settings: "Settings",
  },
  searchOrNumber: "Name or number",
  deleteLast: "Delete the last character",
  callTo: (name: string, number: string) => (name ? `Call ${name} at ${number}` : `Call ${number}`),
  keysAreSent: "What you press is sent to the other side.",
  matching: "Matching contacts",
  matches: (count: number) =>
    count === 0 ? "No contact matches." : count === 1 ? "1 contact matches." : `${count} contacts match.`,
  searching: "Searching…",
  searchError: "An error occurred while searching.",
  again: "Try again",
  numbersOf: (name: string) => `Numbers of ${name}`,
  noNumber: "No number",
  dnc: "DNC",
  doNotCall: "Asked not to be called",
};
