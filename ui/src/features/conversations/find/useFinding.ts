import { useEffect } from "react";
import { useAtomValue } from "@/store";
import { type Find, find, findAtom } from "./find";

/** What is looked for in a conversation. The keys by which people search a page open its own search. */
export function useFinding(conversation: string): Find | undefined {
  const asked = useAtomValue(findAtom);
  const looking = asked?.conversation === conversation ? asked : undefined;
  const isOpen = looking !== undefined;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f";
      // Pressed again, they search the page as everywhere.
      if (
        isFind &&
        !event.shiftKey &&
        !event.defaultPrevented &&
        !isOpen &&
        !document.querySelector("dialog[open]")
      ) {
        event.preventDefault();
        find(conversation);
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [conversation, isOpen]);
  return looking;
}
