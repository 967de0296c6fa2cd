import type { Selected } from "@/components/Composer/Composer";

/** The languages of a code block. */
export const languages = ["JavaScript", "CSS", "Python", "JSON", "HTML", "log"] as const;

/** Makes what is selected a code block of a language. */
export function codeBlock({ text, from, to }: Selected, language: string): Selected {
  const before = from === 0 || text[from - 1] === "\n" ? "" : "\n";
  const after = text[to] === "\n" || to === text.length ? "" : "\n";
  const start = `${before}\`\`\`${language.toLowerCase()}\n`;
  const at = from + start.length;
  return {
    text: `${text.slice(0, from)}${start}${text.slice(from, to)}\n\`\`\`${after}${text.slice(to)}`,
    from: at,
    to: at + to - from,
  };
}
