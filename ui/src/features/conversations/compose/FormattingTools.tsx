import { Bold, CodeXml, Heading, Italic, Link2, TextQuote, Type } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { bold, code, heading, italic, languages, quote } from "./formatting";
import { words } from "./messages";
import type { Change } from "./useTools";

interface FormattingToolsProps {
  onChange: (change: Change) => void;
  onLink: () => void;
}

const plain = [
  { key: "bold", label: words.bold, icon: Bold, change: bold },
  { key: "italic", label: words.italic, icon: Italic, change: italic },
  { key: "heading", label: words.heading, icon: Heading, change: heading },
  { key: "quote", label: words.quote, icon: TextQuote, change: quote },
] as const;

const trigger = "inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12";

/** Formats what is selected; below 600 pixels of width all of it is in one menu. */
export function FormattingTools({ onChange, onLink }: FormattingToolsProps) {
  const blocks = languages.map((language) => ({
    key: language,
    label: language,
    onSelect: () => onChange((selected) => code(selected, language)),
  }));
  return (
    <>
      <div
        role="toolbar"
        aria-label={words.formatting}
        className="flex items-center gap-0.5 @max-[600px]:hidden"
      >
        {plain.map(({ key, label, icon: Icon, change }) => (
          <IconButton
            key={key}
            label={label}
            icon={<Icon className="size-4" />}
            className="size-7"
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(change)}
          />
        ))}
        <Menu
          label={words.code}
          isIcon
          placement="top-start"
          triggerClassName={trigger}
          trigger={<CodeXml className="size-4" />}
          sections={[{ title: words.code, items: blocks }]}
        />
        <IconButton
          label={words.link}
          icon={<Link2 className="size-4" />}
          className="size-7"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onLink}
        />
      </div>
      <div className="@min-[600px]:hidden">
        <Menu
          label={words.formatting}
          isIcon
          placement="top-start"
          triggerClassName={trigger}
          trigger={<Type className="size-4" />}
          sections={[
            {
              items: [
                ...plain.map(({ key, label, icon: Icon, change }) => ({
                  key,
                  label,
                  icon: <Icon />,
                  onSelect: () => onChange(change),
                })),
                { key: "link", label: words.link, icon: <Link2 />, onSelect: onLink },
              ],
            },
            { title: words.code, items: blocks },
          ]}
        />
      </div>
    </>
  );
}
