import { GripVertical, X } from "lucide-react";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { Tick } from "@/components/Tick/Tick";
import { cn } from "@/lib/cn";
import type { Dragging } from "@/lib/useDragging";
import { colorNames, colors } from "./colors";
import type { EditedOption } from "./field";
import { words } from "./messages";
import { dropLine, moveOf } from "./moves";

interface OptionRowProps {
  option: EditedOption;
  at: number;
  dragging: Dragging;
  onChange: (over: Partial<EditedOption>) => void;
  onMove: (to: number) => void;
  onEnter: () => void;
  onRemove: () => void;
}

const Swatch = ({ color }: { color: string | undefined }) => (
  <span
    aria-hidden
    className={cn(
      "size-4 shrink-0 rounded-full",
      color ? `option-mark option-${color}` : "border border-n8 border-dashed",
    )}
  />
);

/** One option under edit. Its value never changes once it is stored. */
export function OptionRow({ option, at, dragging, onChange, onMove, onEnter, onRemove }: OptionRowProps) {
  const name = option.label || option.value || String(at + 1);
  const isOffered = option.active !== false;
  return (
    <li
      onKeyDown={(event) => {
        const step = moveOf(event);
        if (step !== undefined) {
          event.preventDefault();
          onMove(at + step);
        }
      }}
      className={cn(
        "flex items-center gap-1.5 border-n6 border-t bg-surface py-1 pr-1 pl-0.5 first:border-t-0",
        dropLine(dragging.dropOf(option.key)),
        dragging.isDragged(option.key) && "bg-n3",
      )}
    >
      <span
        aria-hidden
        data-tip={words.optionDrag(name)}
        onPointerDown={(event) => dragging.start(event, option.key)}
        className="flex h-8 w-5 shrink-0 cursor-grab items-center justify-center text-n9 hover:text-n11"
      >
        <GripVertical className="size-4" />
      </span>
      <Menu
        label={words.colors}
        placement="bottom-start"
        triggerClassName="flex size-7 shrink-0 items-center justify-center rounded hover:bg-n4"
        trigger={
          <>
            <Swatch color={option.color} />
            <span className="sr-only">
              {words.optionColor(name, colors[option.color as keyof typeof colors] ?? words.noColor)}
            </span>
          </>
        }
        sections={[
          {
            items: colorNames.map((color) => ({
              key: color,
              label: colors[color],
              icon: <Swatch color={color} />,
              isChecked: option.color === color,
              onSelect: () => onChange({ color }),
            })),
          },
        ]}
      />
      <input
        type="text"
        autoComplete="off"
        aria-label={words.optionLabel(at + 1)}
        placeholder={words.label}
        value={option.label ?? ""}
        onChange={(event) => onChange({ label: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onEnter();
          }
        }}
        className={cn(inputClass, "flex-1", !isOffered && "text-n11")}
      />
      {option.isNew ? (
        <span className="w-32 shrink-0 max-sm:w-20">
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={words.optionValue(name)}
            placeholder={words.value}
            value={option.value}
            onChange={(event) => onChange({ value: event.target.value })}
            className={cn(inputClass, "font-mono text-meta")}
          />
        </span>
      ) : (
        <code className="w-32 shrink-0 truncate px-2.5 text-meta text-n11 max-sm:w-20" title={option.value}>
          {option.value}
        </code>
      )}
      <span className="flex size-7 shrink-0 items-center justify-center" data-tip={words.offered}>
        <Tick
          label={words.optionActive(name)}
          isOn={isOffered}
          onChange={(event) => onChange({ active: event.target.checked })}
        />
      </span>
      <IconButton
        label={words.optionRemove(name)}
        icon={<X className="size-3.5" />}
        className="size-7"
        onClick={onRemove}
      />
    </li>
  );
}
