/** The words of the settings themselves; those of their page stand apart. */
export const settingWords = {
  none: "nothing",
  on: "on",
  off: "off",
  number: "Enter a whole number",
  standard: (value: string) => `Default: ${value}`,
  groups: {
    general: "General",
    outbound: "Calls out",
    limits: "Limits per person",
    keeping: "Keeping",
  },
  fields: {
    name: { label: "Name" },
    time_zone: { label: "Time zone", hint: "Days and months are counted in it." },
    record_buttons: {
      label: "Buttons on record pages",
      hint: "Who is offered New, Edit, Clone and Delete there. What people may do elsewhere, their rights say.",
      choices: [
        { value: "rights", label: "For everybody, as rights allow" },
        { value: "superuser_only", label: "For superusers only" },
      ],
    },
    enter_key: {
      label: "Messages are sent with",
      hint: "Everybody may choose another way for himself, among the keys (?).",
      choices: [
        { value: "enter", label: "Enter" },
        { value: "shift_enter", label: "Shift+Enter" },
        { value: "ctrl_enter", label: "Ctrl+Enter" },
      ],
    },
    countries: {
      label: "Countries that may be called and texted",
      hint: "Two-letter codes, separated by commas. Everything else is refused.",
    },
    premium: {
      label: "Allow premium numbers",
      hint: "Numbers that charge whoever calls them. Fraud goes here first: leave it off unless you need it.",
    },
    monthly_stop_usd: {
      label: "Stop for a month, US dollars",
      hint: "When the estimated cost of calls and texts reaches it, nothing goes out until the next month. Incoming calls and texts go on.",
    },
    calls_per_minute: { label: "Calls per minute" },
    texts_per_minute: { label: "Texts per minute" },
    changes_per_minute: { label: "Changed records per minute" },
    megabytes_per_minute: {
      label: "Megabytes sent per minute",
      hint: "Of all changes together. Half of it may come at once.",
    },
    lists_at_once: { label: "Lists read at once" },
    log_hours: {
      label: "Changes kept for clients that return, hours",
      hint: "A client that was away longer reads everything anew.",
    },
  },
};
