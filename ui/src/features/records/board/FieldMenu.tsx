import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Menu } from "@/components/Menu/Menu";
import type { FieldSpec } from "@/fields";

interface FieldMenuProps {
  label: string;
  icon: ReactNode;
  /** What stands on the button: what is chosen. */
  shown: string;
  fields: readonly FieldSpec[];
  /** What choosing no field is called; undefined where one must be chosen. */
  none?: string;
  chosen: string;
  onChoose: (name: string) => void;
}

/** Chooses the field of the columns, or of the swimlanes. */
export function FieldMenu({ label, icon, shown, fields, none, chosen, onChoose }: FieldMenuProps) {
  const entries = [
    ...(none === undefined ? [] : [{ name: "", title: none }]),
    ...fields.map(({ name, title }) => ({ name, title })),
  ];
  return (
    <Menu
      label={label}
      placement="bottom-start"
      sections={[
        {
          title: label,
          items: entries.map(({ name, title }) => ({
            key: name,
            label: title,
            isChecked: name === chosen,
            onSelect: () => onChoose(name),
          })),
        },
      ]}
      trigger={
        <>
          <span className="shrink-0 text-n11 [&_svg]:size-4">{icon}</span>
          <span className="truncate max-lg:sr-only">{shown}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-n10" />
        </>
      }
      triggerClassName="inline-flex h-8 max-w-56 items-center gap-1.5 rounded px-2 text-n11 hover:bg-n3 hover:text-n12 aria-expanded:bg-n4 max-sm:hidden"
    />
  );
}
