import type { TextMessage } from "../objects";

/** An attachment of a text (docs/messages.md). */
export interface MediaItem {
  sid?: string;
  content_type: string;
  filename: string;
  size?: number;
  file?: string;
  state?: "waiting" | "missing" | "refused";
  detail?: string;
  links?: { content_direct_temporary?: string };
}

/** Images that browsers show and that hold no script. */
const images = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/bmp"];

export type MediaKind = "image" | "video" | "audio" | "card" | "file";

export function kindOf({ content_type: type, filename }: MediaItem): MediaKind {
  const media = (type ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (images.includes(media)) {
    return "image";
  }
  if (media.startsWith("video/")) {
    return "video";
  }
  if (media.startsWith("audio/")) {
    return "audio";
  }
  return ["text/vcard", "text/x-vcard", "application/vcard"].includes(media) || /\.vcf$/i.test(filename ?? "")
    ? "card"
    : "file";
}

/** The attachments of a text; none where there is no text or what is stored is none. */
export const mediaOf = (message: TextMessage): MediaItem[] =>
  Array.isArray(message.media) ? (message.media as MediaItem[]) : [];
