import { counted } from "@/lib/plural";

const conversations = (count: number) => counted(count, "conversation", "conversations");

export const words = {
  shows: { unread: "Unread", mine: "Mine", unassigned: "Unassigned", snoozed: "Snoozed", all: "All" },
  assign: "Assign",
  assignTo: (name: string) => `Assigned to ${name}. Assign`,
  assignMany: "Assign…",
  assignToMe: "Assign to me",
  assignTitle: (count: number) => (count === 1 ? "Assign conversation" : `Assign ${conversations(count)}`),
  nobody: "Nobody",
  nobodyHint: "Unassigned",
  you: "You",
  findPerson: "Find a person",
  noPerson: "Nobody is called so.",
  snooze: "Snooze",
  snoozeMany: "Snooze…",
  snoozeTitle: (count: number) => (count === 1 ? "Snooze conversation" : `Snooze ${conversations(count)}`),
  snoozeHint: "It comes back unread at that time, or when the contact writes.",
  inAnHour: "In 1 hour",
  evening: "This evening",
  tomorrow: "Tomorrow",
  monday: "Next Monday",
  pick: "Pick a time",
  pickMore: "Pick a time…",
  inFuture: "Choose a time in the future.",
  within: "Choose a time within a year.",
  close: "Close",
  reopen: "Reopen",
  closed: "Closed",
  snoozedUntil: (when: string) => `Snoozed until ${when}`,
  row: (name: string) => `Actions for ${name}`,
  select: "Select",
  selectRow: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count.toLocaleString()} selected`,
  clear: "Clear selection",
  bar: "Selected conversations",
  assigned: (count: number, name: string | undefined) =>
    name === undefined
      ? `${conversations(count)} unassigned.`
      : `${conversations(count)} assigned to ${name}.`,
  snoozed: (count: number, when: string) => `${conversations(count)} snoozed until ${when}.`,
  closedSome: (count: number) => `${conversations(count)} closed.`,
  reopened: (count: number) => `${conversations(count)} reopened.`,
};
