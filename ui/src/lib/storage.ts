/** Small things kept in this browser; where storage is blocked they last as long as the page. */
const memory = new Map<string, string>();
const prefix = "switchboard.";

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return memory.get(prefix + key);
  }
}

export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === "") {
      localStorage.removeItem(prefix + key);
    } else {
      localStorage.setItem(prefix + key, value);
    }
  } catch {
    memory.set(prefix + key, value ?? "");
  }
}
