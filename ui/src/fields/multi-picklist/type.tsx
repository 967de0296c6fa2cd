import { Pill } from "@/components/Pill/Pill";
import { part } from "@/feature";
import { cn } from "@/lib/cn";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { choiceLabel, choiceTone } from "../enum/value";
import { itemsOf } from "../multi-select/value";

const OptionsField = part<EditProps>(() => import("./OptionsField").then((file) => file.OptionsField));

function Choices({ value, className }: { value: unknown; className: string }) {
  const items = itemsOf(value);
  return items.length > 0 ? (
    <span className={cn("flex gap-1", className)}>
      {items.map((item) => (
        <Pill key={item} tone={choiceTone(item)}>
          {choiceLabel(item)}
        </Pill>
      ))}
    </span>
  ) : (
    <Empty />
  );
}

export const fieldType: FieldType = {
  View: ({ value }: ViewProps) => <Choices value={value} className="flex-wrap" />,
  Cell: ({ value }: ViewProps) => <Choices value={value} className="overflow-hidden" />,
  Edit: OptionsField,
  text: (value) => itemsOf(value).map(choiceLabel).join(", "),
  width: 190,
  firstSort: "none",
};
