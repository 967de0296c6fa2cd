export interface Person {
  id: string;
  name: string;
}

/** What a message mentions: users by their names after an at sign, or everybody. */
export interface Mentions {
  users: Person[];
  isHere: boolean;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Where a text says "@name" as a word of its own; -1 for nowhere. */
function placeOf(text: string, name: string): number {
  const wanted = `@${name}`;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!(isWord(text[at - 1]) || isWord(text[at + wanted.length]))) {
      return at;
    }
  }
  return -1;
}

export const here = "here";

/** Finds the users that a text mentions. Of two names that begin alike the longer one counts. */
export function mentionsIn(text: string, people: readonly Person[]): Mentions {
  const users: Person[] = [];
  let rest = text;
  for (const person of people.toSorted((left, right) => right.name.length - left.name.length)) {
    let at = person.name === "" ? -1 : placeOf(rest, person.name);
    if (at >= 0) {
      users.push(person);
    }
    while (at >= 0) {
      const end = at + person.name.length + 1;
      rest = `${rest.slice(0, at)}${" ".repeat(end - at)}${rest.slice(end)}`;
      at = placeOf(rest, person.name);
    }
  }
  return { users, isHere: placeOf(rest, here) >= 0 };
}

/** What is being typed after an at sign, and where that sign is; undefined where nothing is. */
export function typedAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const from = text.lastIndexOf("@", caret - 1);
  const typed = text.slice(from + 1, caret);
  return from < 0 || isWord(text[from - 1]) || typed.length > 40 || /[\n@]|\s\s/.test(typed)
    ? undefined
    : { from, typed };
}

/** Takes a text apart at the mentions in it. */
export function mentionPieces(
  text: string,
  names: readonly string[],
): readonly { text: string; isMention: boolean }[] {
  const wanted = names.filter((name) => name !== "").toSorted((left, right) => right.length - left.length);
  const pieces: { text: string; isMention: boolean }[] = [];
  let rest = text;
  while (rest !== "") {
    const found = wanted
      .map((name) => ({ name, at: placeOf(rest, name) }))
      .filter(({ at }) => at >= 0)
      .toSorted((left, right) => left.at - right.at || right.name.length - left.name.length)[0];
    if (!found) {
      pieces.push({ text: rest, isMention: false });
      break;
    }
    if (found.at > 0) {
      pieces.push({ text: rest.slice(0, found.at), isMention: false });
    }
    pieces.push({ text: `@${found.name}`, isMention: true });
    rest = rest.slice(found.at + found.name.length + 1);
  }
  return pieces;
}
