import { Bold, Code, Eye, Heading, Italic, Link, List, ListOrdered, Quote } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { textOf } from "../value";
import { FormattedText } from "./FormattedText";
import { type Mark, marked, type Selected } from "./marks";

const words = {
  tools: (field: string) => `Format ${field}`,
  preview: "Preview",
  nothing: "Nothing to preview yet.",
};

const tools: readonly { label: string; icon: typeof Bold; mark: Mark; key?: string }[] = [
  { label: "Bold", icon: Bold, mark: { around: "**" }, key: "b" },
  { label: "Italic", icon: Italic, mark: { around: "*" }, key: "i" },
  { label: "Heading", icon: Heading, mark: { before: "## " } },
  { label: "List", icon: List, mark: { before: "- " } },
  { label: "Numbered list", icon: ListOrdered, mark: { before: "1. " } },
  { label: "Quote", icon: Quote, mark: { before: "> " } },
  { label: "Code", icon: Code, mark: { around: "`" } },
  { label: "Link", icon: Link, mark: { link: true } },
];

/** Formatted text as it is written, with what marks it by a button or a key, and how it will look. */
export function RichTextField(props: EditProps) {
  const { field, value, onChange, onBlur } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<Selected>(undefined);
  const [isPreview, setPreview] = useState(false);
  const text = textOf(value);
  const give = (next: string) => onChange(next === "" ? null : next);

  useLayoutEffect(() => {
    const wanted = selection.current;
    if (wanted && area.current && wanted.text === text) {
      selection.current = undefined;
      area.current.focus();
      area.current.setSelectionRange(wanted.from, wanted.to);
    }
  }, [text]);

  const put = (mark: Mark) => {
    if (area.current) {
      const { selectionStart: from, selectionEnd: to } = area.current;
      selection.current = marked(mark, { text, from, to });
      give(selection.current.text);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears when the focus leaves all of it
    <span
      className="flex flex-col gap-1.5"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) {
          onBlur();
        }
      }}
    >
      <span role="toolbar" aria-label={words.tools(field.title)} className="flex flex-wrap gap-0.5">
        {tools.map(({ label, icon: Icon, mark, key }) => (
          <IconButton
            key={label}
            label={label}
            {...(key ? { keys: `mod+${key}` } : {})}
            icon={<Icon aria-hidden className="size-4" />}
            disabled={isPreview}
            onMouseDown={(event) => event.preventDefault()} // the text keeps the focus
            onClick={() => put(mark)}
          />
        ))}
        <IconButton
          label={words.preview}
          icon={<Eye aria-hidden className="size-4" />}
          isActive={isPreview}
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
        />
      </span>
      {isPreview ? (
        <span className="block min-h-20 rounded border border-n6 bg-n2 px-2.5 py-1.5">
          {text === "" ? <span className="text-n11">{words.nothing}</span> : <FormattedText text={text} />}
        </span>
      ) : null}
      <textarea
        {...controlProps(props)}
        onBlur={undefined}
        ref={area}
        hidden={isPreview}
        rows={6}
        value={text}
        onChange={(event) => give(event.target.value)}
        onKeyDown={(event) => {
          const tool = tools.find((one) => one.key === event.key.toLowerCase());
          if (tool && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
            event.preventDefault();
            event.stopPropagation(); // Mod+B is the navigation's elsewhere
            put(tool.mark);
          }
        }}
        className={cn(inputClass, "field-sizing-content h-auto max-h-96 min-h-28 resize-y py-1.5")}
      />
    </span>
  );
}
