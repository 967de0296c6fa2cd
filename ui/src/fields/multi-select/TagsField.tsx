import { useState } from "react";
import { Pill } from "@/components/Pill/Pill";
import { t } from "@/messages";
import { useAtomValue } from "@/store";
import type { EditProps } from "../contract";
import { Combobox } from "../lookup/Combobox";
import { Chip, chipBox } from "./Chip";
import { HeldTags } from "./TagChips";
import { labelOf, type Tag, tagFor, tagKey, tagListsAtom, tagsOf } from "./tags";
import { itemsOf, withTyped } from "./value";

const words = {
  none: "Type a tag",
  suggestions: (field: string) => `Tags for ${field}`,
  create: (typed: string) => `Create “${typed}”`,
};

const shown = 50;

interface Offer {
  id: string;
  value: string;
  label: string;
  color: string | undefined;
  isNew?: true;
}

/** What is offered for what was typed: tags whose value or label holds it, and to make it one. */
export function offersFor(tags: readonly Tag[], items: readonly string[], typed: string): Offer[] {
  const wanted = tagKey(typed.trim());
  const chosen = new Set(items.map(tagKey));
  const found: Offer[] = tags
    .filter((tag) => tag.isActive && !chosen.has(tagKey(tag.value)))
    .filter((tag) => tagKey(tag.label).includes(wanted) || tagKey(tag.value).includes(wanted));
  const isKnown =
    chosen.has(wanted) || found.some((tag) => [tag.value, tag.label].map(tagKey).includes(wanted));
  return wanted === "" || isKnown
    ? found.slice(0, shown)
    : [
        ...found.slice(0, shown),
        { id: "new", value: typed.trim(), label: typed.trim(), color: undefined, isNew: true },
      ];
}

/**
 * Tags, chosen from those that there are or written again: the server makes one of what it does not
 * know.
 */
export function TagsField({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  const lists = useAtomValue(tagListsAtom);
  const [typed, setTyped] = useState<string>();
  const items = itemsOf(value);
  const give = (next: string[]) => onChange(next.length > 0 ? next : null);
  const take = (text: string) => give(withTyped(items, text));
  return (
    <span className={chipBox}>
      <HeldTags />
      {items.map((item) => (
        <Chip
          key={item}
          label={labelOf(lists, field, item)}
          color={tagFor(lists, field, item)?.color}
          onRemove={() => give(items.filter((other) => other !== item))}
        />
      ))}
      <Combobox
        id={id}
        typed={typed}
        onTyped={(text) => {
          const whole = text ?? "";
          if (/[,\n]/.test(whole)) {
            take(whole);
            setTyped("");
          } else {
            setTyped(text);
          }
        }}
        chosen=""
        options={offersFor(tagsOf(lists, field), items, typed ?? "")}
        empty={words.none}
        listLabel={words.suggestions(field.title)}
        placeholder={items.length === 0 ? t.records.addItem : ""}
        onChoose={(offer) => give([...items, offer.value])}
        onErase={() => give(items.slice(0, -1))}
        onBlur={() => {
          if (typed?.trim()) {
            take(typed);
          }
          onBlur();
        }}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired={field.isRequired}
        renderOption={(offer) =>
          offer.isNew ? (
            <span className="truncate">{words.create(offer.label)}</span>
          ) : (
            <Pill color={offer.color}>{offer.label}</Pill>
          )
        }
        className="h-6 w-full bg-transparent px-1.5 outline-none"
      />
    </span>
  );
}
