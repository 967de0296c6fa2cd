import { useState } from "react";
import { Pill } from "@/components/Pill/Pill";
import { part } from "@/feature";
import { t } from "@/messages";
import { store } from "@/store";
import type { EditProps, FieldSpec, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { ChoicePill } from "../enum/ChoicePill";
import { Chip, chipBox } from "./Chip";
import { TagChips } from "./TagChips";
import { labelOf, tagListsAtom } from "./tags";
import { itemsOf, withTyped } from "./value";

const TagsField = part<EditProps>(() => import("./TagsField").then((file) => file.TagsField));

/** What was written freely stands as it is; options that somebody made have their names and colors. */
const Item = ({ item, field }: { item: string; field: FieldSpec }) =>
  field.property.options ? <ChoicePill value={item} field={field} /> : <Pill>{item}</Pill>;

const Items = ({ items, field }: { items: readonly string[]; field: FieldSpec }) =>
  field.property.tags && !field.property.options ? (
    <TagChips field={field} values={items} />
  ) : (
    items.map((item) => <Item key={item} item={item} field={field} />)
  );

function View({ field, value }: ViewProps) {
  const items = itemsOf(value);
  return items.length > 0 ? (
    <span className="flex flex-wrap gap-1">
      <Items items={items} field={field} />
    </span>
  ) : (
    <Empty />
  );
}

function Cell({ field, value }: ViewProps) {
  const items = itemsOf(value);
  return items.length > 0 ? (
    <span className="flex gap-1 overflow-hidden">
      <Items items={items} field={field} />
    </span>
  ) : (
    <Empty />
  );
}

function TextsField(props: EditProps) {
  const [typed, setTyped] = useState("");
  const items = itemsOf(props.value);
  const give = (next: string[]) => props.onChange(next.length > 0 ? next : null);
  const commit = () => {
    if (typed.trim() !== "") {
      give(withTyped(items, typed));
    }
    setTyped("");
  };
  return (
    <span className={chipBox}>
      {items.map((item) => (
        <Chip key={item} label={item} onRemove={() => give(items.filter((other) => other !== item))} />
      ))}
      <input
        {...controlProps(props)}
        type="text"
        autoComplete="off"
        placeholder={items.length === 0 ? t.records.addItem : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (
            (event.key === "Enter" || event.key === ",") &&
            !event.nativeEvent.isComposing &&
            typed.trim() !== ""
          ) {
            event.preventDefault();
            commit();
          } else if (event.key === "Backspace" && typed === "" && items.length > 0) {
            give(items.slice(0, -1));
          }
        }}
        onBlur={() => {
          commit();
          props.onBlur();
        }}
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
      />
    </span>
  );
}

const Edit = (props: EditProps) =>
  props.field.property.tags ? <TagsField {...props} /> : <TextsField {...props} />;

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: (value, field) =>
    itemsOf(value)
      .map((item) => (field.property.tags ? labelOf(store.get(tagListsAtom), field, item) : item))
      .join(", "),
  width: 190,
  firstSort: "none",
};
