import { useEffect } from "react";
import type { Colleague } from "@/api";
import { Menu } from "@/components/Menu/Menu";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { SkeletonLines } from "@/components/Skeleton/Skeleton";
import { recall, remember } from "@/lib/storage";
import { useStillOrder } from "@/lib/useStillOrder";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { useColleagueActions } from "./useColleagueActions";

const unreachable = new Set(["offline", "unknown"]);

/** How many there were when they were last seen here, so that nothing moves when they come. */
const countKey = "colleagues.count";

/** In an order that stands still while the pointer or the focus is among them. */
function List({ others }: { others: readonly Colleague[] }) {
  const actionsOf = useColleagueActions();
  const byId = new Map(others.map((colleague) => [colleague.id, colleague]));
  const ids = [
    ...others.filter((colleague) => !unreachable.has(colleague.status)),
    ...others.filter((colleague) => unreachable.has(colleague.status)),
  ].map((colleague) => colleague.id);
  const still = useStillOrder({ wanted: { ids, news: {} }, isThere: (id) => byId.has(id), isFilled: true });
  return (
    <ul
      aria-label={t.frame.colleagues}
      onPointerEnter={() => still.hold("pointer", true)}
      onPointerLeave={() => still.hold("pointer", false)}
      onFocus={() => still.hold("focus", true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        still.hold("focus", relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
    >
      {still.ids
        .flatMap((id) => byId.get(id) ?? [])
        .map((colleague) => (
          <li key={colleague.id} data-user={colleague.id}>
            <Menu
              label={colleague.name}
              placement="bottom-start"
              sections={[{ items: actionsOf(colleague) }]}
              triggerClassName="flex h-7 w-full items-center gap-2.5 rounded px-2 text-left text-n11 hover:bg-n4 hover:text-n12"
              trigger={
                <>
                  <span className="flex size-4 shrink-0 items-center justify-center">
                    <PresenceDot
                      status={colleague.status}
                      label={t.frame.statuses[colleague.status]}
                      className="size-2"
                    />
                  </span>
                  <bdi className="truncate text-left">{colleague.name}</bdi>
                </>
              }
            />
          </li>
        ))}
    </ul>
  );
}

/** The colleagues and their dots, those who can be reached first. */
export function Colleagues() {
  const me = useAtomValue(identityAtom)?.userId;
  const others = useAtomValue(colleaguesAtom)?.filter((colleague) => colleague.id !== me);
  const count = others?.length;
  useEffect(() => {
    if (count !== undefined) {
      remember(countKey, String(count));
    }
  }, [count]);
  if (!others) {
    return <SkeletonLines count={Number(recall(countKey) ?? 2)} className="px-2" />;
  }
  return others.length === 0 ? (
    <p className="px-2 py-1 text-meta text-n11">{t.frame.noColleagues}</p>
  ) : (
    <List others={others} />
  );
}
