import { useEffect } from "react";
import { Menu } from "@/components/Menu/Menu";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { SkeletonLines } from "@/components/Skeleton/Skeleton";
import { recall, remember } from "@/lib/storage";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { useColleagueActions } from "./useColleagueActions";

const unreachable = new Set(["offline", "unknown"]);

/** How many there were when they were last seen here, so that nothing moves when they come. */
const countKey = "colleagues.count";

/** The colleagues and their dots, those who can be reached first. */
export function Colleagues() {
  const me = useAtomValue(identityAtom)?.userId;
  const all = useAtomValue(colleaguesAtom);
  const actionsOf = useColleagueActions();
  const count = all?.filter((colleague) => colleague.id !== me).length;
  useEffect(() => {
    if (count !== undefined) {
      remember(countKey, String(count));
    }
  }, [count]);
  if (!all) {
    return <SkeletonLines count={Number(recall(countKey) ?? 2)} className="px-2" />;
  }
  const others = all.filter((colleague) => colleague.id !== me);
  if (others.length === 0) {
    return <p className="px-2 py-1 text-meta text-n11">{t.frame.noColleagues}</p>;
  }
  const ordered = [
    ...others.filter((colleague) => !unreachable.has(colleague.status)),
    ...others.filter((colleague) => unreachable.has(colleague.status)),
  ];
  return (
    <ul aria-label={t.frame.colleagues}>
      {ordered.map((colleague) => (
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
                <span className="truncate">{colleague.name}</span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
