/** The words of the settings themselves; those of their page stand apart. */
export const settingWords = {
  none: "nothing",
  on: "on",
  off: "off",
  number: "Enter a whole number",
  standard: (value: string) => `Default: ${value}`,
  groups: {
    general: "General",
    security: "Sign-in",
    outbound: "Outgoing calls",
    limits: "Limits per user",
    keeping: "Keeping",
  },
  fields: {
    name: { label: "Name" },
    time_zone: { label: "Time zone", hint: "Defines where days and months begin." },
    record_buttons: {
      label: "Buttons on record pages",
      hint: "Who sees New, Edit, Clone and Delete on record pages. Rights apply everywhere else.",
      choices: [
        { value: "rights", label: "Everyone with the rights" },
        { value: "superuser_only", label: "Superusers only" },
      ],
    },
    enter_key: {
      label: "Messages are sent with",
      hint: "Users can choose their own key under Keyboard shortcuts (?).",
      choices: [
        { value: "enter", label: "Enter" },
        { value: "shift_enter", label: "Shift+Enter" },
        { value: "ctrl_enter", label: "Ctrl+Enter" },
      ],
    },
    second_factor: {
      label: "Require a second factor",
      hint: "Users without one set it up at their next sign-in and can do nothing else until then. API keys are not affected.",
    },
    countries: {
      label: "Allowed countries for calls and texts",
      hint: "Two-letter codes, separated by commas. Everything else is refused.",
    },
    premium: {
      label: "Allow premium numbers",
      hint: "Premium numbers charge the caller and are a common target of fraud. Leave this off unless you need it.",
    },
    monthly_stop_usd: {
      label: "Monthly spending limit in US dollars",
      hint: "When estimated costs reach this limit, outgoing calls and texts stop until next month. Incoming ones continue.",
    },
    calls_per_minute: { label: "Calls per minute" },
    texts_per_minute: { label: "Texts per minute" },
    changes_per_minute: { label: "Changed records per minute" },
    megabytes_per_minute: {
      label: "Megabytes sent per minute",
      hint: "Total of all changes. Up to half can arrive in one burst.",
    },
    lists_at_once: { label: "Lists read at once" },
    log_hours: {
      label: "Hours of changes kept for reconnecting clients",
      hint: "A client that was away longer reads everything anew.",
    },
  },
};
