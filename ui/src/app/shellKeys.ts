import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFeatures } from "@/feature";
import { isAltGraph, isMod, isTyping } from "@/lib/keys";
import { store } from "@/store";
import { toggleRailAtom } from "./frame/panelWidth";
import { overlayAtom } from "./overlays";

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;

/** Puts the focus on the page's first of these; false if it shows none. */
function focusFirst(selector: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(isShown);
  found?.focus();
  return found !== undefined;
}

/** Over the page stands a dialog, which keeps the focus. */
const isOpen = () => document.querySelector("dialog[open]") !== null;

const search = () => {
  if (!focusFirst("#content input[type=search]")) {
    store.set(overlayAtom, "palette");
  }
};

/** The first row of a table, a list of threads or a list of cards. */
const list = () => void focusFirst("#content tbody a[href], #content li a[href]");

/** What a key does with Ctrl or Meta; what would cost a writer his letters is not done while he writes. */
const commands: Record<string, { run: () => void; isForWriters?: true }> = {
  k: { run: togglePalette, isForWriters: true },
  p: { run: togglePalette, isForWriters: true },
  s: { run: () => isOpen() || search(), isForWriters: true },
  b: { run: () => store.set(toggleRailAtom) },
  o: { run: () => isOpen() || list() },
  arrowleft: { run: () => store.set(toggleRailAtom) },
};

function togglePalette(): void {
  store.set(overlayAtom, store.get(overlayAtom) === "palette" ? undefined : "palette");
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isAltGraph(event)) {
    return;
  }
  const key = event.key.toLowerCase();
  const command = isMod(event) && !event.altKey && !event.shiftKey ? commands[key] : undefined;
  if (command && (command.isForWriters || !isTyping(event.target))) {
    event.preventDefault();
    command.run();
  } else if (event.key === "?" && !isMod(event) && !isTyping(event.target)) {
    event.preventDefault();
    store.set(overlayAtom, "shortcuts");
  }
}

/** The keys that work on every page. Those that lead elsewhere come after what the page does by the same ones. */
export function useShellKeys(): void {
  const navigate = useNavigate();
  const features = useFeatures();
  useEffect(() => {
    const leads: Readonly<Record<string, string>> = Object.assign({}, ...features.map((one) => one.leads));
    const onPlaceKey = (event: KeyboardEvent) => {
      const to = leads[event.code];
      const isLeading =
        event.altKey && isMod(event) && !event.shiftKey && !event.repeat && !isAltGraph(event);
      if (to && isLeading && !event.defaultPrevented && !isOpen()) {
        event.preventDefault();
        void navigate({ to });
      }
    };
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("keydown", onPlaceKey);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keydown", onPlaceKey);
    };
  }, [navigate, features]);
}
