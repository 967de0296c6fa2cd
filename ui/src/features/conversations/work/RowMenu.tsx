import { AlarmClock, CircleCheck, Ellipsis, ListChecks, Undo2, UserCheck, UserPlus } from "lucide-react";
import { Menu } from "@/components/Menu/Menu";
import { identityAtom, useAtomValue, useSetAtom } from "@/store";
import { conversationName } from "../naming";
import type { ConversationRecord } from "../objects";
import { words } from "./messages";
import { isMine, maySnooze, workOf } from "./state";
import { askedAtom, assign, close, pick, reopen } from "./work";

interface RowMenuProps {
  conversation: ConversationRecord;
  /** Called when something was done: the list may be put in order again. */
  onDone: () => void;
}

/** What can be done with a conversation in the list. */
export function RowMenu({ conversation, onDone }: RowMenuProps) {
  const me = useAtomValue(identityAtom);
  const ask = useSetAtom(askedAtom);
  const { id } = conversation;
  const work = workOf(conversation);
  const done = (doing: Promise<unknown>) => {
    onDone();
    void doing;
  };
  return (
    <Menu
      label={words.row(conversationName(conversation))}
      isIcon
      trigger={<Ellipsis className="size-4" />}
      triggerClassName="inline-flex size-7 items-center justify-center rounded border bg-surface text-n11 shadow-small hover:bg-n4 hover:text-n12"
      sections={[
        {
          items: [
            ...(me && !isMine(conversation)
              ? [
                  {
                    key: "mine",
                    label: words.assignToMe,
                    icon: <UserCheck />,
                    onSelect: () => done(assign([id], { id: me.userId, name: me.user.name ?? "" })),
                  },
                ]
              : []),
            {
              key: "assign",
              label: words.assignMany,
              icon: <UserPlus />,
              onSelect: () => ask({ what: "assign", ids: [id] }),
            },
            ...(maySnooze(conversation)
              ? [
                  {
                    key: "snooze",
                    label: words.snoozeMany,
                    icon: <AlarmClock />,
                    onSelect: () => ask({ what: "snooze", ids: [id] }),
                  },
                ]
              : []),
            work === "Open"
              ? {
                  key: "close",
                  label: words.close,
                  icon: <CircleCheck />,
                  onSelect: () => done(close([id])),
                }
              : {
                  key: "reopen",
                  label: words.reopen,
                  icon: <Undo2 />,
                  onSelect: () => done(reopen([id])),
                },
          ],
        },
        {
          items: [{ key: "select", label: words.select, icon: <ListChecks />, onSelect: () => pick(id) }],
        },
      ]}
    />
  );
}
