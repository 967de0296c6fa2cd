/** Words of what sends what one writes. */
export const writing = {
  title: "Writing",
  sendKey: "Messages and notes are sent with",
  asOrganization: "As your organization has it",
  error: (detail: string) => `It could not be kept: ${detail}`,
};
