export const words = {
  mention: "Mention someone",
  people: "People to mention",
  everyone: "Everyone in this chat",
  cantRead: "can't read this chat",
  formatting: "Formatting",
  bold: "Bold",
  italic: "Italic",
  heading: "Heading",
  quote: "Blockquote",
  code: "Code Block",
  link: "Link",
  selectFirst: "Please select text to turn into a link.",
  voice: "Voice",
  video: "Video",
  screen: "Share Screen",
  notImplemented: (what: string) => `${what}: not implemented yet`,
  askTitle: (count: number) =>
    count === 1 ? "Add this person to the chat?" : "Add these people to the chat?",
  ask: (names: string, isMany: boolean) =>
    `${names} can't read this chat and would not see your message. Members read everything that was written${isMany ? "." : " before."}`,
  askDirect: (names: string) =>
    `${names} can't read this direct message. Start a group chat to talk with more people.`,
  addAndSend: "Add and send",
  sendAnyway: "Send without notifying",
  addFailed: (detail: string) => `They could not be added: ${detail}`,
};
