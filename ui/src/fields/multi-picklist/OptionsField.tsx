import { useState } from "react";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { ChoicePill } from "../enum/ChoicePill";
import { choiceColor, choiceLabel, choicesOf } from "../enum/value";
import { Combobox } from "../lookup/Combobox";
import { Chip, chipBox } from "../multi-select/Chip";
import { itemsOf } from "../multi-select/value";
import { optionWords as words } from "./messages";

export function OptionsField({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  const [typed, setTyped] = useState<string>();
  const items = itemsOf(value);
  const give = (next: string[]) => onChange(next.length > 0 ? next : null);
  const wanted = (typed ?? "").trim().toLowerCase();
  const options = choicesOf(field).filter(
    (option) => !items.includes(option) && choiceLabel(option, field).toLowerCase().includes(wanted),
  );
  return (
    <span className={chipBox}>
      {items.map((item) => (
        <Chip
          key={item}
          label={choiceLabel(item, field)}
          color={choiceColor(item, field)}
          onRemove={() => give(items.filter((other) => other !== item))}
        />
      ))}
      <Combobox
        id={id}
        typed={typed}
        onTyped={setTyped}
        chosen=""
        options={options.map((option, at) => ({ id: String(at), option }))}
        empty={words.noneLeft}
        listLabel={words.options(field.title)}
        placeholder={items.length === 0 ? t.records.choose : ""}
        onChoose={({ option }) => give([...items, option])}
        onErase={() => give(items.slice(0, -1))}
        onBlur={onBlur}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired={field.isRequired}
        renderOption={({ option }) => <ChoicePill value={option} field={field} />}
        className="h-6 w-full bg-transparent px-1.5 outline-none"
      />
    </span>
  );
}
