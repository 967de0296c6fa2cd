import { AlarmClock, CircleCheck, UserPlus, X } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { useAtomValue, useSetAtom } from "@/store";
import { words } from "./messages";
import { askedAtom, close, pickedAtom, pickNone } from "./work";

/** What can be done with the picked conversations, while there are some. */
export function PickedBar({ onDone }: { onDone: () => void }) {
  const picked = [...useAtomValue(pickedAtom)];
  const ask = useSetAtom(askedAtom);
  if (picked.length === 0) {
    return null;
  }
  const closeAll = () => {
    pickNone();
    onDone();
    void close(picked);
  };
  return (
    <div
      role="toolbar"
      aria-label={words.bar}
      className="flex shrink-0 items-center gap-1 border-b bg-accent-soft px-4 py-1"
    >
      <span role="status" className="flex-1 font-medium text-accent-text tabular-nums">
        {words.selected(picked.length)}
      </span>
      <IconButton
        label={words.assign}
        icon={<UserPlus className="size-4" />}
        onClick={() => ask({ what: "assign", ids: picked, onDone })}
      />
      <IconButton
        label={words.snooze}
        icon={<AlarmClock className="size-4" />}
        onClick={() => ask({ what: "snooze", ids: picked, onDone })}
      />
      <IconButton label={words.close} icon={<CircleCheck className="size-4" />} onClick={closeAll} />
      <IconButton label={words.clear} icon={<X className="size-4" />} onClick={pickNone} />
    </div>
  );
}
