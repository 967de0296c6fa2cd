import type { MediaItem } from "../objects";

/** Images that browsers show and that hold no script. */
const images = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/bmp"];

export const kindOf = ({ content_type }: MediaItem): "image" | "file" =>
  images.includes((content_type ?? "").split(";")[0]?.trim().toLowerCase() ?? "") ? "image" : "file";
