import { useQuery } from "@tanstack/react-query";
import { Monitor } from "lucide-react";
import { useState } from "react";
import { send } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Pill } from "@/components/Pill/Pill";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { browserOf } from "./browserOf";
import { words } from "./messages";
import { sayRefusal } from "./useWeek";

/** Where a user is signed in, and the way to end that. */
export function SessionsField({ user }: { user: string }) {
  const [ending, setEnding] = useState<readonly string[]>();
  const sessions = useQuery({
    queryKey: ["sessions", user],
    staleTime: 0,
    queryFn: async () => (await send("GET /session/{id}", { id: user })).data,
  });
  const end = async (ids: readonly string[]) => {
    try {
      for (const id of ids) {
        await send("DELETE /session/{id}", { id });
      }
      toast.success(ids.length === 1 ? words.sessionEnded : words.sessionsEnded);
    } catch (error) {
      sayRefusal(error);
    }
    setEnding(undefined);
    await sessions.refetch();
  };
  if (!sessions.data) {
    return sessions.error ? (
      <FetchFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
    ) : (
      <SkeletonRows count={2} label={words.loadingSessions} />
    );
  }
  const others = sessions.data.filter(({ current }) => !current).map(({ id }) => id);
  return (
    <div className="flex flex-col gap-3 px-6 pt-1 pb-5 @max-md:px-4">
      {sessions.data.length === 0 ? <p className="text-n11">{words.noSessions}</p> : null}
      <ul aria-label={words.sessions} className="flex flex-col">
        {sessions.data.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-2.5 first:border-t-0"
          >
            <Monitor aria-hidden className="size-4 shrink-0 text-n10" />
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-medium">
                <span className="truncate">{browserOf(one.browser) ?? words.unknownBrowser}</span>
                {one.current ? <Pill tone="success">{words.thisBrowser}</Pill> : null}
              </p>
              <p className="text-meta text-n11">
                {one.address} · {words.lastSeen} <Time at={one.last_seen} form="listed" />
              </p>
            </div>
            {one.current ? null : (
              <Button size="small" onClick={() => setEnding([one.id])}>
                {words.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <Button className="self-start" onClick={() => setEnding(others)}>
          {words.endOthers}
        </Button>
      ) : null}
      {ending ? (
        <ConfirmDialog
          title={words.endTitle(ending.length)}
          text={words.endText}
          action={words.end}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </div>
  );
}
