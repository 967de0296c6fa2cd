import type { Operator } from "./operators";
import type { Visibility } from "./savedFilter";

const operators: Readonly<Record<Operator, string>> = {
  LIKE: "contains",
  "=": "is",
  "!=": "is not",
  ">": "is more than",
  "<": "is less than",
  ">=": "is at least",
  "<=": "is at most",
  IN: "is one of",
  "NOT IN": "is none of",
  "IS NULL": "is empty",
  "IS NOT NULL": "is filled",
};

const visibility: Readonly<Record<Visibility, string>> = {
  private: "Only me",
  team: "My teams",
  organization: "Everybody",
};

/** "This week" of THIS WEEK. */
export const dayLabel = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase();

export const words = {
  filters: "Filters",
  none: "No filters available",
  all: (plural: string) => `All ${plural.toLowerCase()}`,
  pinned: "pinned",
  newFilter: "New filter…",
  edit: "Edit filter…",
  copy: "Save as…",
  pin: "Pin as my default",
  pinWithout: "Please select a filter to pin",
  unpin: "Remove the pin",
  remove: "Delete filter…",
  reset: "Reset",
  bar: "What this list is narrowed by",
  and: "and",
  or: "or",
  everything: "Everything",
  query: "Query",
  queryHint: "It answers the records that are shown, in their order, with their id.",
  queryAlone:
    "It answers the records that are shown, in their order, with their id. What it says can't be shown as conditions.",
  asQuery: "Write it as a query",
  asQueryTip: "A query can nest AND and OR, and look at other records",
  asRows: "Back to the conditions",
  queryMissing: "Say what is to be asked",
  withoutId: (object: string) =>
    `This query answers rows without an id: it must begin with SELECT * FROM ${object}, or name id`,
  nothingLeft: "No record is left by this filter.",
  isPinned: (name: string) => `${name} is the Current Pinned Filter`,
  hasPinned: (name: string) => `Pinned Filter: ${name}`,
  newTitle: (plural: string) => `New filter of ${plural.toLowerCase()}`,
  editTitle: "Edit filter",
  copyTitle: "Save filter as",
  name: "Name",
  shownTo: "Shown to",
  match: "Records match",
  matchAll: "all of these",
  matchAny: "any of these",
  field: "Field",
  operator: "Comparison",
  value: "Value",
  pickedDay: "A date…",
  pickedFor: (label: string) => `${label}, date`,
  severalHint: "One, another",
  row: (at: number) => `Condition ${at}`,
  addRow: "Add condition",
  removeRow: (at: number) => `Remove condition ${at}`,
  save: "Save",
  cancel: "Cancel",
  nameMissing: "Name is required",
  valueMissing: "Say what to compare with",
  unknownField: (name: string) => `${name} (not there any more)`,
  saved: "Filter saved",
  saveError: (detail: string) => `Error saving filter: ${detail}`,
  removeTitle: "Delete filter",
  removeText: (name: string) =>
    `Are you sure you want to delete ${name}? The records it shows stay as they are.`,
  removed: "Filter deleted",
  removeError: (detail: string) => `Error deleting filter: ${detail}`,
  pinError: (detail: string) => `The pin could not be kept: ${detail}`,
  gone: "This filter is not there any more, or is not shared with you. All records are shown.",
  broken: (name: string) => `${name} can't be used as it is`,
  brokenHint: (detail: string) =>
    `${detail}. It may be about a field that is out of use. Nothing of the filter is lost: edit it, or reset the list.`,
  queryError: (detail: string) => `Failed to fetch data: ${detail}`,
  operators,
  visibility,
};
