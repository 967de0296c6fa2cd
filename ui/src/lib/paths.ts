/** A return path only counts when it is one of our own pages. */
export function ownPath(path: unknown): string | undefined {
  if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//") || path.includes("\\")) {
    return undefined;
  }
  const base = "https://own.invalid";
  try {
    const url = new URL(path, base);
    return url.origin === base && url.pathname !== "/login"
      ? url.pathname + url.search + url.hash
      : undefined;
  } catch {
    return undefined;
  }
}

/** Object names in paths may come with dashes, spaces and capitals. */
export const objectName = (segment: string) => segment.toLowerCase().replace(/[-\s]/g, "_");
