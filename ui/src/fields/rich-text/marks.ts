/** A text with what is selected of it. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** What a button does: put marks around what is selected, or one before each of its lines. */
export type Mark = { around: string } | { before: string } | { link: true };

const linesOf = ({ text, from, to }: Selected) => {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to);
  return { start, end: end < 0 ? text.length : end };
};

/** Whether marks stand around what is selected: of stars one is slanted, two are bold, three are both. */
function isAround(around: string, { text, from, to }: Selected): boolean {
  const sign = around.charAt(0);
  let n = 0;
  while (n < from && text.charAt(from - n - 1) === sign && text.charAt(to + n) === sign) {
    n++;
  }
  return around === "*" ? n === 1 || n >= 3 : n >= around.length;
}

/** Puts a mark into a text, or takes it away where it stands; what was selected stays selected. */
export function marked(mark: Mark, selected: Selected): Selected {
  const { text, from, to } = selected;
  if ("around" in mark) {
    const { around } = mark;
    const n = around.length;
    if (isAround(around, selected)) {
      return {
        text: text.slice(0, from - n) + text.slice(from, to) + text.slice(to + n),
        from: from - n,
        to: to - n,
      };
    }
    return {
      text: text.slice(0, from) + around + text.slice(from, to) + around + text.slice(to),
      from: from + n,
      to: to + n,
    };
  }
  if ("link" in mark) {
    const label = text.slice(from, to);
    const address = "https://";
    const at = from + label.length + 3; // behind "[label]("
    return {
      text: `${text.slice(0, from)}[${label}](${address})${text.slice(to)}`,
      ...(label === "" ? { from: from + 1, to: from + 1 } : { from: at, to: at + address.length }),
    };
  }
  const { start, end } = linesOf(selected);
  const lines = text.slice(start, end).split("\n");
  const isMarked = lines.every((line) => line.startsWith(mark.before));
  const next = lines
    .map((line) => (isMarked ? line.slice(mark.before.length) : mark.before + line))
    .join("\n");
  return { text: text.slice(0, start) + next + text.slice(end), from: start, to: start + next.length };
}
