import {
  ChevronDown,
  Copy,
  Filter as FilterIcon,
  Inbox,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Trash2,
} from "lucide-react";
import { Menu, type MenuItem } from "@/components/Menu/Menu";
import { toast } from "@/components/Toaster/toasts";
import { useRights } from "../../objects";
import { rightsIn } from "../../rowRights";
import { words } from "./messages";
import { pin } from "./pinning";
import { object, type SavedFilter } from "./savedFilter";

export type Asked = "new" | "copy" | "edit" | "remove" | "unsaved";

interface FilterMenuProps {
  of: string;
  plural: string;
  filters: readonly SavedFilter[];
  current: SavedFilter | undefined;
  /** What the filter in use is called; undefined for none. */
  name: string | undefined;
  pinned: string | undefined;
  onChoose: (id: string | undefined) => void;
  onAsk: (asked: Asked) => void;
}

const size = { className: "size-4" };

/** The saved filters of a list, the pinned one first, and what can be done with the one that is chosen. */
export function FilterMenu({ of, plural, filters, current, name, pinned, onChoose, onAsk }: FilterMenuProps) {
  const rights = useRights(object);
  const own = rightsIn(rights, current?.record);
  const ordered = [...filters].sort((a, b) => Number(b.id === pinned) - Number(a.id === pinned));
  const choices = ordered.map(
    (filter): MenuItem => ({
      key: filter.id,
      label: filter.name,
      icon: filter.id === pinned ? <Pin role="img" aria-label={words.pinned} /> : <FilterIcon aria-hidden />,
      isChecked: filter.id === current?.id,
      onSelect: () => onChoose(filter.id),
    }),
  );
  const all: MenuItem = {
    key: "all",
    label: words.all(plural),
    icon: <Inbox aria-hidden />,
    isChecked: name === undefined,
    onSelect: () => onChoose(undefined),
  };
  const isPinned = current !== undefined && current.id === pinned;
  const acts: MenuItem[] = [];
  // Without the right to save them, conditions still can be used.
  acts.push({ key: "new", label: words.newFilter, icon: <Plus {...size} />, onSelect: () => onAsk("new") });
  if (filters.length > 0) {
    acts.push({
      key: "pin",
      label: isPinned ? words.unpin : words.pin,
      icon: isPinned ? <PinOff {...size} /> : <Pin {...size} />,
      onSelect: () =>
        current ? void pin(of, isPinned ? undefined : current) : toast.error(words.pinWithout),
    });
  }
  if (current) {
    if (own.update) {
      acts.push({
        key: "edit",
        label: words.edit,
        icon: <Pencil {...size} />,
        onSelect: () => onAsk("edit"),
      });
    }
    if (rights.create) {
      acts.push({ key: "copy", label: words.copy, icon: <Copy {...size} />, onSelect: () => onAsk("copy") });
    }
    if (own.delete) {
      acts.push({
        key: "remove",
        label: words.remove,
        icon: <Trash2 {...size} />,
        onSelect: () => onAsk("remove"),
      });
    }
  }
  return (
    <Menu
      label={words.filters}
      placement="bottom-start"
      sections={[
        { title: filters.length > 0 ? words.filters : words.none, items: [all, ...choices] },
        { items: acts },
      ]}
      trigger={
        <>
          <FilterIcon aria-hidden className="size-4 shrink-0 text-n11" />
          <span className="truncate">{name ?? words.filters}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-n10" />
        </>
      }
      triggerClassName="inline-flex h-8 max-w-56 items-center gap-1.5 rounded border border-n7 bg-surface px-2.5 shadow-small hover:bg-n3 aria-expanded:bg-n4"
    />
  );
}
