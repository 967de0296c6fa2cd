/** A picture as it is stored; while it is edited, a size may be what was typed. */
export interface Image {
  url?: string | null;
  alt_text?: string | null;
  title?: string | null;
  width?: number | string | null;
  height?: number | string | null;
  caption?: string | null;
  credit?: string | null;
  public?: boolean | null;
}

export const imageOf = (value: unknown): Image =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** Pictures of other hosts are linked, not loaded: they would tell their host who looks at what. */
export const isOurs = (address: string) =>
  /^(\/|https?:)/i.test(address) &&
  URL.canParse(address, location.origin) &&
  new URL(address, location.origin).origin === location.origin;

export const describe = (value: unknown) => imageOf(value).alt_text || imageOf(value).url || "";

/** A picture is no wider and no higher on a page. */
const bound = 256;

/** How large a picture is shown, in its own proportions; undefined where they are not known. */
export function shownSize({ width, height }: Image): { width: number; height: number } | undefined {
  if (typeof width !== "number" || typeof height !== "number" || width <= 0 || height <= 0) {
    return undefined;
  }
  const scale = Math.min(1, bound / width, bound / height);
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: scaled(width), height: scaled(height) };
}
