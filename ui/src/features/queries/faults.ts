import type { Action, Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { ApiError } from "@/api/problem";
import { words } from "./messages";

/** The part of a text that a refusal is about; undefined where it is about no place of it. */
export function spanOf(doc: Text, error: ApiError): { from: number; to: number } | undefined {
  const { place } = error;
  if (!place || place.line > doc.lines) {
    return undefined;
  }
  const line = doc.line(place.line);
  // A column counts characters, and the editor UTF-16 units.
  const before = [...line.text].slice(0, place.column - 1).join("").length;
  const from = Math.min(line.from + before, doc.length);
  const word = place.word.replace(/…$/, "");
  return { from, to: Math.min(from + Math.max(1, word.length), doc.length) };
}

/** A refusal as a mark in the text, with the name that was probably meant as a correction. */
export function marked(doc: Text, error: ApiError): Diagnostic[] {
  const span = spanOf(doc, error);
  if (!span) {
    return [];
  }
  const nearest = error.place?.nearest;
  const correct: Action | undefined = nearest
    ? {
        name: words.meant(nearest),
        apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: nearest } }),
      }
    : undefined;
  return [{ ...span, severity: "error", message: error.message, ...(correct ? { actions: [correct] } : {}) }];
}
