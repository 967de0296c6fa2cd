import { ArrowDown, ArrowUp, Check, Ellipsis, GripVertical, Pencil, Trash2 } from "lucide-react";
import { Kbd } from "@/components/Kbd/Kbd";
import { Menu } from "@/components/Menu/Menu";
import { Pill } from "@/components/Pill/Pill";
import { cn } from "@/lib/cn";
import type { Dragging } from "@/lib/useDragging";
import { useSchema } from "@/store";
import type { FieldDefinition, Format } from "./api";
import { iconOf, titleOf } from "./formats";
import { words } from "./messages";
import { dropLine, moveOf } from "./moves";

interface FieldRowProps {
  name: string;
  field: FieldDefinition;
  formats: readonly Format[];
  at: number;
  of: number;
  isLast: boolean;
  /** The order of the fields is the object's. */
  mayMove: boolean;
  mayChange: boolean;
  mayRetire: boolean;
  dragging: Dragging;
  onMove: (to: number) => void;
  onOpen: () => void;
  onRetire: () => void;
}

function FormatCell({ field, formats }: Pick<FieldRowProps, "field" | "formats">) {
  const Icon = iconOf(field.format);
  const target = field.anyOf?.find((one) => one.schema_api_name)?.schema_api_name;
  const schema = useSchema(target);
  return (
    <span className="flex items-center gap-2 text-n11">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        {titleOf(formats, field.format)}
        {target === undefined ? null : ` · ${schema?.title ?? target}`}
      </span>
    </span>
  );
}

const Mark = ({ is, label }: { is: boolean | undefined; label: string }) =>
  is ? (
    <>
      <Check aria-hidden className="mx-auto size-4 text-success" />
      <span className="sr-only">{label}</span>
    </>
  ) : null;

/** One field in the table of an object's: its title opens it, Alt and an arrow move it. */
export function FieldRow(props: FieldRowProps) {
  const { name, field, formats, at, of, dragging, mayMove, onMove, onOpen } = props;
  const isOwn = field.custom === true;
  const moves = [
    ...(mayMove && at > 0
      ? [
          {
            key: "up",
            label: words.moveUp,
            icon: <ArrowUp />,
            keys: <Kbd keys="alt+↑" />,
            onSelect: () => onMove(at - 1),
          },
        ]
      : []),
    ...(mayMove && at < of - 1
      ? [
          {
            key: "down",
            label: words.moveDown,
            icon: <ArrowDown />,
            keys: <Kbd keys="alt+↓" />,
            onSelect: () => onMove(at + 1),
          },
        ]
      : []),
  ];
  return (
    <tr
      className={cn(
        "group relative h-12 *:px-2.5 focus-within:bg-n2 hover:bg-n2",
        !props.isLast && "*:border-b",
        dropLine(dragging.dropOf(name)),
        dragging.isDragged(name) && "bg-n3",
      )}
    >
      <th scope="row" className="font-normal">
        <span className="flex items-center gap-1">
          {mayMove ? (
            <span
              aria-hidden
              onPointerDown={(event) => dragging.start(event, name)}
              className="-ml-1 relative z-1 flex h-8 w-6 shrink-0 cursor-grab items-center justify-center text-n8 group-hover:text-n11"
            >
              <GripVertical className="size-4" />
            </span>
          ) : (
            <span className="-ml-1 w-6 shrink-0" />
          )}
          <span className="min-w-0">
            <button
              type="button"
              data-field={name}
              aria-keyshortcuts={mayMove ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
              onClick={onOpen}
              onKeyDown={(event) => {
                const step = mayMove ? moveOf(event) : undefined;
                if (step !== undefined) {
                  event.preventDefault();
                  onMove(at + step);
                }
              }}
              // It covers the whole row, so that a click anywhere on it opens the field.
              className="block max-w-full truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              {field.title}
            </button>
            <span className="block truncate text-meta text-n11">
              <code>{name}</code>
              <span className="md:hidden"> {`· ${titleOf(formats, field.format)}`}</span>
            </span>
          </span>
        </span>
      </th>
      <td className="max-md:hidden">
        <FormatCell {...props} />
      </td>
      <td className="max-sm:hidden">
        <Mark is={field.required} label={words.requiredMark} />
      </td>
      <td className="max-sm:hidden">
        <Mark is={field.unique} label={words.uniqueMark} />
      </td>
      <td className="max-sm:hidden">
        <Pill tone={isOwn ? "accent" : "neutral"}>{isOwn ? words.own : words.builtIn}</Pill>
      </td>
      <td className="w-12">
        <span className="relative z-1">
          <Menu
            label={words.actionsOf(field.title)}
            isIcon
            trigger={<Ellipsis className="size-4" />}
            triggerClassName="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
            sections={[
              {
                items: [
                  {
                    key: "edit",
                    label: isOwn && props.mayChange ? words.edit : words.show,
                    icon: <Pencil />,
                    onSelect: onOpen,
                  },
                  ...moves,
                ],
              },
              ...(props.mayRetire
                ? [
                    {
                      items: [
                        {
                          key: "retire",
                          label: words.retire,
                          icon: <Trash2 />,
                          onSelect: props.onRetire,
                        },
                      ],
                    },
                  ]
                : []),
            ]}
          />
        </span>
      </td>
    </tr>
  );
}
