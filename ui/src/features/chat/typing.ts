import { atom, type Transaction } from "@/store";

export interface Typist {
  id: string;
  name: string;
  until: number;
}

/** A sign of typing holds this long unless it is renewed. */
const holds = 6_000;

export const typistsAtom = atom<Readonly<Record<string, readonly Typist[]>>>({});

export function noteTyping(tx: Transaction, payload: unknown): void {
  const { topic, user, typing } = payload as {
    topic: string;
    user: { id: string; name: string };
    typing: boolean;
  };
  const all = tx.get(typistsAtom);
  const others = (all[topic] ?? []).filter((typist) => typist.id !== user.id);
  const next = typing ? [...others, { ...user, until: Date.now() + holds }] : others;
  tx.set(typistsAtom, { ...all, [topic]: next });
}

/** His message is there: he types no more. */
export function forgetTyping(tx: Transaction, topic: string, user: string): void {
  const all = tx.get(typistsAtom);
  if (all[topic]?.some((typist) => typist.id === user)) {
    tx.set(typistsAtom, { ...all, [topic]: all[topic].filter((typist) => typist.id !== user) });
  }
}
