import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--n12)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--n12)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--n12)" },
  ".cm-gutters": { backgroundColor: "var(--n2)", color: "var(--n11)", borderRight: "1px solid var(--n6)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--accent-line)",
  },
  ".cm-placeholder": { color: "var(--n10)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--n12)",
    border: "none",
    borderRadius: "6px",
    boxShadow: "var(--shadow-float)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-sans)", maxHeight: "280px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 10px !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--accent-text)",
  },
  ".cm-completionDetail": { color: "var(--n11)", fontStyle: "normal", marginLeft: "12px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeft: "3px solid var(--danger)", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--accent-text)",
    borderRadius: "6px",
    padding: "3px 8px",
    marginLeft: "8px",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px",
  },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent-text)", fontWeight: "600" },
  { tag: [tags.standard(tags.name), tags.bool, tags.null], color: "var(--info)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--success)" },
  { tag: tags.number, color: "var(--warning)" },
  { tag: tags.comment, color: "var(--n11)", fontStyle: "italic" },
]);

/** How the editor looks: the product's own tokens, which know light from dark. */
export const theme = [look, syntaxHighlighting(colors)];
