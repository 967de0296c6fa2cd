import { atom, type Transaction } from "@/store";

export interface Typist {
  id: string;
  name: string;
  until: number;
}

/** A sign of typing holds this long unless it is renewed. */
const holds = 6_000;

export const typistsAtom = atom<Readonly<Record<string, readonly Typist[]>>>({});

/** Writes one topic's typists, and forgets the topics where the last sign of typing is old. */
function setTypists(tx: Transaction, topic: string, typists: readonly Typist[]): void {
  const now = Date.now();
  const all = Object.entries({ ...tx.get(typistsAtom), [topic]: typists });
  tx.set(
    typistsAtom,
    Object.fromEntries(all.filter(([, some]) => some.some((typist) => typist.until > now))),
  );
}

export function noteTyping(tx: Transaction, payload: unknown): void {
  const { topic, user, typing } = payload as {
    topic: string;
    user: { id: string; name: string };
    typing: boolean;
  };
  const others = (tx.get(typistsAtom)[topic] ?? []).filter((typist) => typist.id !== user.id);
  setTypists(tx, topic, typing ? [...others, { ...user, until: Date.now() + holds }] : others);
}

/** His message has come: he is not typing any more. */
export function forgetTyping(tx: Transaction, topic: string, user: string): void {
  const all = tx.get(typistsAtom);
  if (all[topic]?.some((typist) => typist.id === user)) {
    setTypists(
      tx,
      topic,
      all[topic].filter((typist) => typist.id !== user),
    );
  }
}
