import {
  AtSign,
  Bold,
  CodeXml,
  Heading,
  Italic,
  Link2,
  MonitorUp,
  Phone,
  TextQuote,
  Type,
  Video,
} from "lucide-react";
import type { Editor, Selected } from "@/components/Composer/Composer";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu, type MenuItem } from "@/components/Menu/Menu";
import { toast } from "@/components/Toaster/toasts";
import { type Mark, marked } from "@/fields/rich-text/marks";
import { codeBlock, languages } from "./formatting";
import { words } from "./messages";

const marks: readonly { key: string; label: string; icon: typeof Bold; mark: Mark }[] = [
  { key: "bold", label: words.bold, icon: Bold, mark: { around: "**" } },
  { key: "italic", label: words.italic, icon: Italic, mark: { around: "*" } },
  { key: "heading", label: words.heading, icon: Heading, mark: { before: "## " } },
  { key: "quote", label: words.quote, icon: TextQuote, mark: { before: "> " } },
  { key: "link", label: words.link, icon: Link2, mark: { link: true } },
];

const calls = [
  { key: "voice", label: words.voice, icon: Phone },
  { key: "video", label: words.video, icon: Video },
  { key: "screen", label: words.screen, icon: MonitorUp },
] as const;

const trigger = "inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12";

interface ChatToolsProps {
  editor: React.RefObject<Editor | null>;
}

/** Below the field of a chat message: formatting, mentions and calls. */
export function ChatTools({ editor }: ChatToolsProps) {
  const change = (how: (now: Selected) => Selected) => {
    const now = editor.current?.read();
    if (now) {
      editor.current?.write(how(now));
    }
  };
  const put = (mark: Mark) => {
    const now = editor.current?.read();
    if ("link" in mark && now && now.from === now.to) {
      toast.warning(words.selectFirst);
      return;
    }
    change((selected) => marked(mark, selected));
  };
  const mention = () =>
    change(({ text, from, to }) => {
      const gap = from === 0 || /\s/.test(text[from - 1] ?? "") ? "" : " ";
      const at = from + gap.length + 1;
      return { text: `${text.slice(0, from)}${gap}@${text.slice(to)}`, from: at, to: at };
    });
  const code: MenuItem[] = languages.map((language) => ({
    key: language,
    label: language,
    onSelect: () => change((selected) => codeBlock(selected, language)),
  }));
  return (
    <>
      <div
        role="toolbar"
        aria-label={words.formatting}
        className="flex items-center gap-0.5 @max-[600px]:hidden"
      >
        {marks.map(({ key, label, icon: Icon, mark }) => (
          <IconButton
            key={key}
            label={label}
            icon={<Icon className="size-4" />}
            className="size-7"
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => put(mark)}
          />
        ))}
        <Menu
          label={words.code}
          isIcon
          placement="top-start"
          triggerClassName={trigger}
          trigger={<CodeXml className="size-4" />}
          sections={[{ title: words.code, items: code }]}
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
              items: marks.map(({ key, label, icon: Icon, mark }) => ({
                key,
                label,
                icon: <Icon />,
                onSelect: () => put(mark),
              })),
            },
            { title: words.code, items: code },
          ]}
        />
      </div>
      <IconButton
        label={words.mention}
        icon={<AtSign className="size-4" />}
        className="size-7"
        onMouseDown={(event) => event.preventDefault()}
        onClick={mention}
      />
      <span aria-hidden className="mx-1 h-4 w-px bg-n6" />
      {calls.map(({ key, label, icon: Icon }) => (
        <IconButton
          key={key}
          label={label}
          icon={<Icon className="size-4" />}
          className="size-7"
          onClick={() => toast.info(words.notImplemented(label))}
        />
      ))}
    </>
  );
}
