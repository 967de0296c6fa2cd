import { recall, remember } from "@/lib/storage";

const place = (draft: string) => `draft.${draft}`;

export const draftOf = (draft: string): string => recall(place(draft)) ?? "";

export const keepDraft = (draft: string, text: string): void => remember(place(draft), text);

/** Puts a text into a draft, below what was written there: nothing that was typed is lost. */
export function addToDraft(draft: string, text: string): void {
  const written = draftOf(draft);
  keepDraft(draft, written.trim() === "" ? text : `${written}\n${text}`);
}
