import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { forceLinting, linter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { ObjectSchema } from "@/api";
import { ApiError } from "@/api/problem";
import { checkQuery } from "./api";
import { marked, spanOf } from "./faults";
import { queryLanguage } from "./language";
import { words } from "./messages";
import { theme } from "./theme";

/** How long nothing is written before it is asked whether the text is right, in milliseconds. */
const checkedAfter = 500;

/** What is wrong with the text, as the server sees it; nothing where that can't be told. */
const faults = linter(
  async ({ state: { doc } }) => {
    const text = doc.toString();
    if (text.trim() === "") {
      return [];
    }
    try {
      await checkQuery(text);
      return [];
    } catch (error) {
      return error instanceof ApiError ? marked(doc, error) : [];
    }
  },
  { delay: checkedAfter },
);

interface QueryEditorProps {
  /** What stands in it at first, and whenever this changes. */
  text: string;
  schemas: readonly ObjectSchema[];
  /** Why the text was refused when it was run. */
  refusal: ApiError | undefined;
  onChange: (text: string) => void;
  onRun: () => void;
}

/** A text of the query language, with its words in colour, what may follow offered, and faults marked in place. */
export function QueryEditor({ text, schemas, refusal, onChange, onRun }: QueryEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const acts = useRef({ onChange, onRun });
  acts.current = { onChange, onRun };
  const language = useRef(new Compartment());
  const begun = useRef({ text, schemas });

  useEffect(() => {
    // In a shadow root the editor's styles are made by script, which the page's policy for content allows; the
    // elements for them that it would add to the page it does not.
    const root = box.current && (box.current.shadowRoot ?? box.current.attachShadow({ mode: "open" }));
    if (!root) {
      return;
    }
    const run = (editor: EditorView) => {
      closeCompletion(editor);
      acts.current.onRun();
      return true;
    };
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: begun.current.text,
        extensions: [
          Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          language.current.of(queryLanguage(begun.current.schemas)),
          faults,
          placeholder(words.placeholder),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": words.editor }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) {
              acts.current.onChange(state.doc.toString());
            }
          }),
          // Tab leaves the editor, as it leaves every field.
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          theme,
        ],
      }),
    });
    view.current = made;
    made.focus();
    return () => made.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(queryLanguage(schemas)) });
  }, [schemas]);

  useEffect(() => {
    const { current: editor } = view;
    if (editor && editor.state.doc.toString() !== text) {
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
      editor.focus();
      forceLinting(editor);
    }
  }, [text]);

  useEffect(() => {
    const { current: editor } = view;
    const span = editor && refusal && spanOf(editor.state.doc, refusal);
    if (editor && refusal && span) {
      editor.dispatch(setDiagnostics(editor.state, marked(editor.state.doc, refusal)));
      editor.dispatch({ selection: { anchor: span.from, head: span.to }, scrollIntoView: true });
      editor.focus();
    }
  }, [refusal]);

  return <div ref={box} className="h-full min-h-0 overflow-hidden" />;
}
