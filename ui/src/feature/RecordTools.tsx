import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import type { MenuItem } from "@/components/Menu/Menu";
import { identityAtom, useAtomValue } from "@/store";
import { useFeatures } from "./declared";

/**
 * What features offer to do with a record: entries of a menu, and the dialog that one of them opened. Nothing while
 * there is no id.
 */
export function useRecordTools(
  object: string,
  id: string | undefined,
): { items: MenuItem[]; dialog: ReactNode } {
  const features = useFeatures();
  const identity = useAtomValue(identityAtom);
  const [opened, setOpened] = useState<string>();
  const tools = (id === undefined ? [] : features)
    .flatMap(({ recordTools = [] }) => recordTools)
    .filter((tool) => tool.isFor(object, identity));
  const open = tools.find(({ key }) => key === opened);
  return {
    items: tools.map(({ key, label, icon: Icon }) => ({
      key,
      label,
      icon: <Icon />,
      onSelect: () => setOpened(key),
    })),
    dialog:
      open && id !== undefined ? (
        <open.Dialog object={object} id={id} onClose={() => setOpened(undefined)} />
      ) : null,
  };
}

/** The same as buttons, for the toolbar of a thread. */
export function RecordTools({ object, id }: { object: string; id: string }) {
  const { items, dialog } = useRecordTools(object, id);
  return (
    <>
      {items.map(({ key, label, icon, onSelect }) => (
        <IconButton
          key={key}
          label={label}
          icon={<span className="[&_svg]:size-4">{icon}</span>}
          onClick={onSelect}
        />
      ))}
      {dialog}
    </>
  );
}
