/** What people call the formats; programs know them by other names. */
const names: Readonly<Record<string, string>> = {
  text: "Text",
  "text-area": "Long text",
  "rich-text": "Formatted text",
  code: "Code",
  email: "Email",
  url: "Web address",
  phone: "Phone number",
  image: "Image",
  file: "File",
  address: "Address",
  number: "Number",
  integer: "Whole number",
  currency: "Money",
  boolean: "Yes or no",
  date: "Date",
  "date-time": "Date and time",
  time: "Time of day",
  enum: "Fixed choice",
  picklist: "Pick list",
  "multi-picklist": "Pick list, several",
  "multi-select": "Tags",
  lookup: "Link to a record",
  "lookup-list": "Links to records",
  "any-object": "Link to any record",
  object: "Kind of record",
  json: "Data (JSON)",
  encrypted: "Secret",
};

/** What people call a format; one that this page does not know is called as the server does. */
export const formatName = (format: string, title?: string): string => names[format] ?? title ?? format;
