import { Link } from "@tanstack/react-router";
import { Bell, CheckCheck, Settings } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { useAtomValue } from "@/store";
import { setRead } from "./actions";
import { groupsOf } from "./groups";
import { words } from "./messages";
import { NotificationRow } from "./NotificationRow";
import { inboxPath, settingsPath } from "./objects";
import { unread } from "./unread";
import { useNotifications } from "./useNotifications";

export { readOpen } from "./reading";

/** My newest notifications, grouped, under the bell. */
export function BellSheet({ onClose }: { onClose: () => void }) {
  const { all, error, retry } = useNotifications();
  const counts = useAtomValue(unread.counts);
  const groups = groupsOf(all ?? []);
  return (
    <>
      <header className="flex items-center gap-1 border-b py-1 pr-1.5 pl-3">
        <h2 className="flex-1 font-semibold">{words.title}</h2>
        <IconButton
          label={words.markAll}
          icon={<CheckCheck className="size-4" />}
          disabled={Object.keys(counts).length === 0}
          onClick={() => void setRead(Object.keys(counts), true)}
        />
        <Link
          to={settingsPath}
          onClick={onClose}
          aria-label={words.settings}
          data-tip={words.settings}
          className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
        >
          <Settings aria-hidden className="size-4" />
        </Link>
      </header>
      <div className="max-h-[min(60vh,32rem)] overflow-y-auto">
        {error && !all ? <FetchFailed title={words.failed} error={error} onRetry={retry} /> : null}
        {all || error ? null : <SkeletonRows count={4} label={t.frame.loading} />}
        {all && groups.length === 0 ? (
          <PageState icon={<Bell />} title={words.none} text={words.noneHint} />
        ) : null}
        <ul>
          {groups.map((group) => (
            <NotificationRow key={group.key} group={group} onOpened={onClose} />
          ))}
        </ul>
      </div>
      <Link
        to={inboxPath}
        onClick={onClose}
        className="block border-t px-3 py-2 text-center text-accent-text text-meta hover:bg-n3"
      >
        {words.seeAll}
      </Link>
    </>
  );
}
