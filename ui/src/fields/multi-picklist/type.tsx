import { part } from "@/feature";
import { cn } from "@/lib/cn";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { ChoicePill } from "../enum/ChoicePill";
import { choiceLabel } from "../enum/value";
import { itemsOf } from "../multi-select/value";

const OptionsField = part<EditProps>(() => import("./OptionsField").then((file) => file.OptionsField));

function Choices({ field, value, className }: ViewProps & { className: string }) {
  const items = itemsOf(value);
  return items.length > 0 ? (
    <span className={cn("flex gap-1", className)}>
      {items.map((item) => (
        <ChoicePill key={item} value={item} field={field} />
      ))}
    </span>
  ) : (
    <Empty />
  );
}

export const fieldType: FieldType = {
  View: (props) => <Choices {...props} className="flex-wrap" />,
  Cell: (props) => <Choices {...props} className="overflow-hidden" />,
  Edit: OptionsField,
  text: (value, field) =>
    itemsOf(value)
      .map((item) => choiceLabel(item, field))
      .join(", "),
  width: 190,
  firstSort: "none",
};
