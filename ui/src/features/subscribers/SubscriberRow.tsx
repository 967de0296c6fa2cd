import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { IconButton } from "@/components/IconButton/IconButton";
import { Pill } from "@/components/Pill/Pill";
import { t } from "@/messages";
import { identityAtom, peek, useAtomValue } from "@/store";
import { setActive, unsubscribe } from "./actions";
import { words } from "./messages";
import { object, type Subscriber } from "./objects";

interface SubscriberRowProps {
  about: { object: string; id: string };
  subscriber: Subscriber;
}

/** The subscription as it is known now; undefined if somebody has removed it. */
function current(id: string): Subscriber | undefined {
  const entity = peek(object, id);
  return entity && !entity.isRemoved ? (entity.record as Subscriber) : undefined;
}

/** One user with their setting. */
export function SubscriberRow({ about, subscriber }: SubscriberRowProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const [isBusy, setBusy] = useState(false);
  const name = subscriber.user?.name ?? t.records.someone;
  const setting = subscriber.notification_setting ?? "";
  const isActive = subscriber.active !== false;
  const run = async (change: (one: Subscriber | undefined) => Promise<void>) => {
    setBusy(true);
    await change(current(subscriber.id));
    setBusy(false);
  };
  return (
    <li className="flex items-center gap-3 border-t px-3 py-2 first:border-t-0">
      <Avatar name={name} size="small" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <bdi className={isActive ? "truncate font-medium" : "truncate font-medium text-n11"}>{name}</bdi>
          {subscriber.user?.id === me ? <span className="text-meta text-n11">{words.you}</span> : null}
          {isActive ? null : <Pill>{words.inactive}</Pill>}
        </p>
        <p className="truncate text-meta text-n11">{setting}</p>
      </div>
      {isActive ? (
        <IconButton
          label={words.pauseOf(name, setting)}
          icon={<Pause className="size-4" />}
          disabled={isBusy}
          onClick={() => void run((one) => setActive(one, false))}
        />
      ) : (
        <IconButton
          label={words.activateOf(name, setting)}
          icon={<Play className="size-4" />}
          disabled={isBusy}
          onClick={() => void run((one) => setActive(one, true))}
        />
      )}
      <IconButton
        label={words.removeOf(name, setting)}
        icon={<Trash2 className="size-4" />}
        disabled={isBusy}
        onClick={() => void run((one) => unsubscribe(about, one))}
      />
    </li>
  );
}
