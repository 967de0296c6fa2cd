import { Ellipsis, ListChecks } from "lucide-react";
import { Menu } from "@/components/Menu/Menu";
import { conversationName } from "../naming";
import type { ConversationRecord } from "../objects";
import { words } from "./messages";
import { useWorkItems } from "./useWorkItems";
import { pick } from "./work";

interface RowMenuProps {
  conversation: ConversationRecord;
  /** Called when something was done: the list may be put in order again. */
  onDone: () => void;
}

/** What can be done with a conversation in the list. */
export function RowMenu({ conversation, onDone }: RowMenuProps) {
  const items = useWorkItems(conversation, onDone);
  const select = {
    key: "select",
    label: words.select,
    icon: <ListChecks />,
    onSelect: () => pick(conversation.id),
  };
  return (
    <Menu
      label={words.row(conversationName(conversation))}
      isIcon
      trigger={<Ellipsis className="size-4" />}
      triggerClassName="inline-flex size-7 items-center justify-center rounded border bg-surface text-n11 shadow-small hover:bg-n4 hover:text-n12"
      sections={[{ items }, { items: [select] }]}
    />
  );
}
