import type { Selected } from "@/components/Composer/Composer";

/** The languages of a block of code. */
export const languages = ["JavaScript", "CSS", "Python", "JSON", "HTML", "log"] as const;

export type Language = (typeof languages)[number];

/** Puts marks around what is selected, or takes them away where they stand there already. */
function wrapped({ text, from, to }: Selected, mark: string): Selected {
  const before = text.slice(0, from);
  const inner = text.slice(from, to);
  const after = text.slice(to);
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const start = before.slice(0, -mark.length);
    return {
      text: start + inner + after.slice(mark.length),
      from: from - mark.length,
      to: to - mark.length,
    };
  }
  return { text: before + mark + inner + mark + after, from: from + mark.length, to: to + mark.length };
}

/** Puts a mark at the beginning of each selected line, or takes it away where all have it. */
function lined({ text, from, to }: Selected, mark: string): Selected {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to) === -1 ? text.length : text.indexOf("\n", to);
  const lines = text.slice(start, end).split("\n");
  const isMarked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join("\n");
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length };
}

export const bold = (selected: Selected): Selected => wrapped(selected, "**");
export const italic = (selected: Selected): Selected => wrapped(selected, "__");
export const heading = (selected: Selected): Selected => lined(selected, "# ");
export const quote = (selected: Selected): Selected => lined(selected, "> ");

/** Makes what is selected a block of code. */
export function code({ text, from, to }: Selected, language: Language): Selected {
  const before = text.slice(0, from);
  const open = `${before === "" || before.endsWith("\n") ? "" : "\n"}\`\`\`${language.toLowerCase()}\n`;
  const inner = text.slice(from, to);
  const after = text.slice(to);
  const close = `\n\`\`\`${after === "" || after.startsWith("\n") ? "" : "\n"}`;
  const start = from + open.length;
  return { text: before + open + inner + close + after, from: start, to: start + inner.length };
}

/** Makes what is selected a link. */
export function link({ text, from, to }: Selected, address: string): Selected {
  const made = `[${text.slice(from, to)}](${address})`;
  return {
    text: text.slice(0, from) + made + text.slice(to),
    from: from + made.length,
    to: from + made.length,
  };
}

/** Puts something in the place of what is selected. */
export function insert({ text, from, to }: Selected, what: string): Selected {
  const at = from + what.length;
  return { text: text.slice(0, from) + what + text.slice(to), from: at, to: at };
}

/** An address as it is written in a link; undefined for what is none. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const { protocol, hostname } = new URL(whole);
    const isLink = ["http:", "https:", "mailto:", "tel:"].includes(protocol);
    return text !== "" && isLink && (hostname.includes(".") || !protocol.startsWith("http"))
      ? whole
      : undefined;
  } catch {
    return undefined;
  }
}
