const megabyte = 1_048_576;

export const words = {
  missing: "This attachment could not be found",
  loadFailed: "Could not load media attachments.",
  waiting: "Receiving the attachment…",
  refused: (name: string) => `${name || "The attachment"} was not stored.`,
  retry: "Try again",
  image: (name: string) => (name ? `Image ${name}` : "Image"),
  video: (name: string) => (name ? `Video ${name}` : "Video"),
  audio: (name: string) => (name ? `Audio ${name}` : "Audio"),
  attachments: "Attachments",
  unnamed: "Attachment",
  size: (bytes: number) =>
    bytes >= megabyte
      ? `${(bytes / megabyte).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
      : `${Math.max(1, Math.round(bytes / 1024)).toLocaleString()} KB`,
};
