/** Small things kept in this browser; where storage is blocked or full they last as long as the page. */
const memory = new Map<string, string>();
const prefix = "switchboard.";

function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function recall(key: string): string | undefined {
  return memory.get(key) ?? stored(key);
}

export function remember(key: string, value: string | undefined): void {
  memory.delete(key);
  try {
    if (value === undefined || value === "") {
      localStorage.removeItem(prefix + key);
    } else {
      localStorage.setItem(prefix + key, value);
    }
  } catch {
    memory.set(key, value ?? "");
  }
}

/** The keys of what is kept that begin so. */
export function recalledKeys(start: string): string[] {
  const keys = [...memory].flatMap(([key, value]) => (value === "" ? [] : key));
  try {
    keys.push(
      ...Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])),
    );
  } catch {
    // Blocked: the page's own memory is all there is.
  }
  return [...new Set(keys)].filter((key) => key.startsWith(start));
}

/** Hears what other tabs of this browser remember, and forget. */
export function onRemembered(listener: (key: string, value: string | undefined) => void): void {
  if (typeof window !== "undefined") {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key?.startsWith(prefix)) {
        listener(key.slice(prefix.length), newValue ?? undefined);
      }
    });
  }
}
