import { words as attached } from "@/thread/attach/messages";

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
  size: attached.size,
};
