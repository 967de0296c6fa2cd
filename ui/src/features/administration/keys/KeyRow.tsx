import { Link } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { exactTime, parseTime } from "@/lib/time";
import { useServerNow } from "@/lib/useNow";
import { useZone } from "@/lib/zone";
import { copy } from "./copy";
import type { ApiKey } from "./keys";
import { words } from "./messages";
import { fromNow } from "./when";

/** The columns of the list, from a width on at which they have room. */
export const columns = "lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_6rem_5rem]";

/** One fact of a key, under its title where the list has no columns. */
const Cell = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 gap-2 lg:block">
    <span className="w-20 shrink-0 text-meta text-n11 lg:sr-only">{title}</span>
    <div className="min-w-0">{children}</div>
  </div>
);

/** A moment by its distance from now. */
function Distance({ at, near }: { at: string; near: string }) {
  useZone();
  const now = useServerNow();
  const date = parseTime(at);
  return (
    <time dateTime={at} title={date && exactTime(date)}>
      {fromNow(at, now) ?? near}
    </time>
  );
}

/** Whether a key has ended. */
function Ended({ at }: { at: string }) {
  const now = useServerNow();
  return Date.parse(at) <= now ? <Pill tone="warning">{words.expired}</Pill> : null;
}

/** A key with what it may do, who made it and how it is used. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, client_id, permissions, created, created_by, last_used, expires, active } = apiKey;
  return (
    <li className={`grid gap-x-4 gap-y-1.5 px-4 py-3 ${columns}`}>
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {active ? null : (
            <span title={words.disabledHint}>
              <Pill tone="warning">{words.disabled}</Pill>
            </span>
          )}
          {expires ? <Ended at={expires} /> : null}
        </p>
        <p className="flex items-center gap-0.5 text-meta text-n11">
          <span className="truncate font-mono" title={client_id}>
            {client_id}
          </span>
          <IconButton
            label={words.copy(words.clientId)}
            icon={<Copy className="size-3.5" />}
            className="-my-1 size-6"
            onClick={() => void copy(client_id, words.clientId)}
          />
        </p>
      </div>
      <Cell title={words.mayDo}>
        {permissions.length === 0 ? (
          <span className="text-n11">{words.noSets}</span>
        ) : (
          <ul className="flex flex-wrap gap-x-2 gap-y-0.5">
            {permissions.map((set) => (
              <li key={set.id} className="min-w-0">
                <Link
                  to="/view/$object/record/$id/standard"
                  params={{ object: "permission", id: set.id }}
                  className="block truncate text-accent-text hover:underline"
                >
                  {set.name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Cell>
      <Cell title={words.created}>
        <Time at={created} />
        {created_by ? (
          <span className="text-n11 lg:block lg:truncate lg:text-meta"> {words.by(created_by.name)}</span>
        ) : null}
      </Cell>
      <Cell title={words.lastUsed}>
        {last_used ? (
          <Distance at={last_used} near={words.justNow} />
        ) : (
          <span className="text-n11">{words.neverUsed}</span>
        )}
      </Cell>
      <Cell title={words.expires}>
        {expires ? <Time at={expires} /> : <span className="text-n11">{words.noEnd}</span>}
      </Cell>
      <div className="lg:text-right">
        <Button size="small" aria-label={words.revokeOf(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      </div>
    </li>
  );
}
