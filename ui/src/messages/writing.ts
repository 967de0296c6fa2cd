/** Words of what sends what one writes. */
export const writing = {
  title: "Writing",
  sendKey: "Messages and notes are sent with",
  asOrganization: "Organization default",
  error: (detail: string) => `Could not save: ${detail}`,
};
