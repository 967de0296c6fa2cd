import { AlarmClock, CircleCheck, Undo2, UserCheck, UserPlus } from "lucide-react";
import type { MenuItem } from "@/components/Menu/Menu";
import { identityAtom, useAtomValue, useSetAtom } from "@/store";
import type { ConversationRecord } from "../objects";
import { words } from "./messages";
import { isMine, maySnooze, workOf } from "./state";
import { askedAtom, assign, close, reopen } from "./work";

/** What can be done with a conversation, as entries of a menu. onDone is called when something was done. */
export function useWorkItems(conversation: ConversationRecord, onDone?: () => void): MenuItem[] {
  const me = useAtomValue(identityAtom);
  const ask = useSetAtom(askedAtom);
  const ids = [conversation.id];
  const done = (doing: Promise<unknown>) => {
    onDone?.();
    void doing;
  };
  const items: MenuItem[] = [];
  if (me && !isMine(conversation)) {
    items.push({
      key: "mine",
      label: words.assignToMe,
      icon: <UserCheck />,
      onSelect: () => done(assign(ids, { id: me.userId, name: me.user.name ?? "" })),
    });
  }
  items.push({
    key: "assign",
    label: words.assignMany,
    icon: <UserPlus />,
    onSelect: () => ask({ what: "assign", ids, onDone }),
  });
  if (maySnooze(conversation)) {
    items.push({
      key: "snooze",
      label: words.snoozeMany,
      icon: <AlarmClock />,
      onSelect: () => ask({ what: "snooze", ids, onDone }),
    });
  }
  items.push(
    workOf(conversation) === "Open"
      ? { key: "close", label: words.close, icon: <CircleCheck />, onSelect: () => done(close(ids)) }
      : { key: "reopen", label: words.reopen, icon: <Undo2 />, onSelect: () => done(reopen(ids)) },
  );
  return items;
}
