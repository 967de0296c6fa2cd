import { ListFilter } from "lucide-react";
import type { ObjectSchema } from "@/api";
import type { FeedFilter } from "@/api/feed";
import { Menu } from "@/components/Menu/Menu";
import { words } from "./messages";

interface FeedFilterMenuProps {
  filter: FeedFilter;
  onFilter: (filter: FeedFilter) => void;
  objects: readonly string[];
  schemas: readonly ObjectSchema[] | undefined;
}

/** Chooses whose changes are shown, and of which kind of record. */
export function FeedFilterMenu({ filter, onFilter, objects, schemas }: FeedFilterMenuProps) {
  const nameOf = (object: string) => schemas?.find((one) => one.api_name === object)?.title ?? object;
  const { object, own } = filter;
  const chosen = [object === undefined ? undefined : nameOf(object), own ? words.me : undefined]
    .filter((one) => one !== undefined)
    .join(", ");
  const kinds = objects
    .map((one) => ({ key: one, label: nameOf(one) }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
  return (
    <Menu
      label={words.filter}
      triggerClassName="flex h-8 items-center gap-2 rounded border px-2.5 font-medium hover:bg-n3"
      trigger={
        <>
          <ListFilter aria-hidden className="size-4" />
          <span className="max-w-48 truncate">{chosen || words.all}</span>
        </>
      }
      sections={[
        {
          title: words.who,
          items: [
            {
              key: "everyone",
              label: words.everyone,
              isChecked: !own,
              onSelect: () => onFilter({ ...(object === undefined ? {} : { object }) }),
            },
            {
              key: "me",
              label: words.me,
              isChecked: own === true,
              onSelect: () => onFilter({ ...filter, own: true }),
            },
          ],
        },
        {
          title: words.kinds,
          items: [
            {
              key: "",
              label: words.allKinds,
              isChecked: object === undefined,
              onSelect: () => onFilter(own ? { own } : {}),
            },
            ...kinds.map(({ key, label }) => ({
              key,
              label,
              isChecked: key === object,
              onSelect: () => onFilter({ ...filter, object: key }),
            })),
          ],
        },
      ]}
    />
  );
}
