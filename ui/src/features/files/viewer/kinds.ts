import type { FileRecord } from "../objects";

/** How a file is shown; undefined for one that is not. */
export type Kind = "image" | "video" | "audio" | "pdf" | "text" | "csv";

/** Images that browsers show; none of them can hold a script, as an SVG does. */
const images = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/x-icon",
];

/** Types that are shown as plain text and never run, HTML among them. */
const texts = [
  "application/json",
  "application/xml",
  "application/javascript",
  "application/x-ndjson",
  "application/yaml",
  "image/svg+xml",
];

const megabyte = 1_048_576;

/** The greatest size that is read for a preview; of a text its beginning is shown. */
const most: Record<Kind, number> = {
  image: 50 * megabyte,
  video: 300 * megabyte,
  audio: 100 * megabyte,
  pdf: 100 * megabyte,
  text: megabyte,
  csv: megabyte,
};

/** The media type, without what is said of it. */
export const mediaOf = ({ content_type: type }: FileRecord): string =>
  (type ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

export function kindOf(file: FileRecord): Kind | undefined {
  const media = mediaOf(file);
  if (images.includes(media)) {
    return "image";
  }
  if (media.startsWith("video/")) {
    return "video";
  }
  if (media.startsWith("audio/")) {
    return "audio";
  }
  if (media === "application/pdf") {
    return "pdf";
  }
  if (media === "text/csv" || media === "text/tab-separated-values") {
    return "csv";
  }
  return media.startsWith("text/") || texts.includes(media) ? "text" : undefined;
}

const isCut = (kind: Kind) => kind === "text" || kind === "csv";

/** How much of a file is read to show it; undefined for all. */
export const readOf = (kind: Kind): number | undefined => (isCut(kind) ? most[kind] : undefined);

/** Whether a file is larger than what is read of it. */
export const isBeyond = (kind: Kind, { size }: FileRecord): boolean => (size ?? 0) > most[kind];

/** Whether a file is too large to be shown at all. */
export const isTooLarge = (kind: Kind, file: FileRecord): boolean => !isCut(kind) && isBeyond(kind, file);

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Reads a text by its byte order mark, as UTF-8, or as what Windows wrote before. */
export function decode(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) {
    return new TextDecoder(marked[0]).decode(bytes);
  }
  try {
    // The end may be in the middle of a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
