import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
  useSkinTone,
} from "frimousse";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Spinner } from "@/components/Spinner/Spinner";
import { recall, remember } from "@/lib/storage";
import { words } from "./messages";

const toneKey = "emoji.tone";
const recentKey = "emoji.recent";
const mostRecent = 16;

type Tone = NonNullable<Parameters<typeof Picker.Root>[0]["skinTone"]>;

const recentOnes = (): string[] => (recall(recentKey) ?? "").split(" ").filter(Boolean);

function Tones() {
  const [tone, setTone, variations] = useSkinTone("✋");
  return (
    <fieldset className="flex shrink-0 items-center">
      <legend className="sr-only">{words.skinTone}</legend>
      {variations.map(({ skinTone, emoji }) => (
        <button
          key={skinTone}
          type="button"
          aria-label={words.tones[skinTone]}
          aria-pressed={skinTone === tone}
          onClick={() => {
            remember(toneKey, skinTone);
            setTone(skinTone);
          }}
          className="flex size-7 items-center justify-center rounded hover:bg-n4 aria-pressed:bg-accent-soft"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}

function CategoryHeader({ category, ...rest }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...rest} className="bg-surface px-2.5 pt-2 pb-1 font-medium text-meta text-n11">
      {category.label}
    </div>
  );
}

function Row({ children, ...rest }: EmojiPickerListRowProps) {
  return (
    <div {...rest} className="scroll-my-1.5 px-1.5">
      {children}
    </div>
  );
}

function Emoji({ emoji, ...rest }: EmojiPickerListEmojiProps) {
  return (
    <button
      {...rest}
      type="button"
      className="flex size-8 items-center justify-center rounded text-lg data-[active]:bg-accent-soft"
    >
      {emoji.emoji}
    </button>
  );
}

const components = { CategoryHeader, Row, Emoji };

interface EmojiPickerProps {
  onChoose: (emoji: string) => void;
  onClose: () => void;
}

/** Emoji with search, skin tones and those that were chosen last; arrows move, Enter chooses. */
export function EmojiPicker({ onChoose, onClose }: EmojiPickerProps) {
  const root = useRef<HTMLDivElement>(null);
  const recent = recentOnes();
  useEffect(() => root.current?.querySelector("input")?.focus(), []);
  const choose = (emoji: string) => {
    remember(recentKey, [emoji, ...recent.filter((one) => one !== emoji)].slice(0, mostRecent).join(" "));
    onChoose(emoji);
  };
  return (
    <section
      ref={root}
      aria-label={words.emoji}
      className="border-n6 border-b"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Picker.Root
        columns={9}
        emojibaseUrl="/assets/emoji"
        skinTone={(recall(toneKey) as Tone | undefined) ?? "none"}
        onEmojiSelect={({ emoji }) => choose(emoji)}
        className="flex h-72 w-full flex-col"
      >
        <div className="flex flex-wrap items-center gap-2 border-n6 border-b px-2 py-1.5">
          <Picker.Search
            aria-label={words.searchEmoji}
            placeholder={words.searchEmoji}
            className="h-8 min-w-32 flex-1 rounded border border-n7 bg-surface px-2 outline-none focus-visible:border-accent"
          />
          <Tones />
        </div>
        {recent.length > 0 ? (
          <fieldset className="flex flex-wrap border-n6 border-b px-2 py-1">
            <legend className="sr-only">{words.recentEmoji}</legend>
            {recent.map((emoji) => (
              <IconButton
                key={emoji}
                label={words.insert(emoji)}
                icon={<span className="text-lg">{emoji}</span>}
                onClick={() => choose(emoji)}
              />
            ))}
          </fieldset>
        ) : null}
        <Picker.Viewport className="relative min-h-0 flex-1 outline-none">
          <Picker.Loading className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </Picker.Loading>
          <Picker.Empty className="absolute inset-0 flex items-center justify-center text-n11">
            {words.noEmoji}
          </Picker.Empty>
          <Picker.List className="select-none pb-1.5" components={components} />
        </Picker.Viewport>
      </Picker.Root>
    </section>
  );
}
