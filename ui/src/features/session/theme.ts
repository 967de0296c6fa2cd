import { patchRecord } from "@/api";
import { recall, remember } from "@/lib/storage";
import { atom, currentUserId, store } from "@/store";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

function stored(): Theme {
  const value = recall("theme");
  return isTheme(value) ? value : "light";
}

/** The user's choice; light until one was made. */
export const themeAtom = atom<Theme>(stored());

const prefersDark = () => matchMedia("(prefers-color-scheme: dark)");

function paint(theme: Theme): void {
  const isDark = theme === "dark" || (theme === "system" && prefersDark().matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

/** Takes the choice that the user's settings hold. */
export function adoptTheme(theme: unknown): void {
  if (isTheme(theme) && theme !== store.get(themeAtom)) {
    remember("theme", theme);
    store.set(themeAtom, theme);
    paint(theme);
  }
}

/** Changes the theme here at once and keeps it with the user. */
export async function chooseTheme(theme: Theme): Promise<void> {
  adoptTheme(theme);
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { theme } });
  }
}

export function followSystemTheme(): void {
  prefersDark().addEventListener("change", () => paint(store.get(themeAtom)));
}
