import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { detailOf, listRecords } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { Marked } from "@/components/Marked/Marked";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { t } from "@/messages";
import { keep } from "@/store";
import { listView } from "@/thread/listView";
import { type ChatMessage, messages, pathOf } from "../objects";
import { words } from "./messages";
import { placeOf } from "./place";
import { snippet } from "./snippet";

const most = 25;

function Hit({ message, search }: { message: ChatMessage; search: string }) {
  const author = message.user?.name ?? t.records.someone;
  return (
    <li>
      <Link
        to={pathOf(message.chat?.id ?? "")}
        search={((raw: Record<string, unknown>) => ({ ...listView(raw), ...placeOf(message) })) as never}
        className="flex gap-2.5 rounded px-2.5 py-2 hover:bg-n3 focus-visible:-outline-offset-2"
      >
        <Avatar name={author} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <bdi className="min-w-0 flex-1 truncate font-medium">{author}</bdi>
            <span className="shrink-0 text-meta text-n11">
              <Time at={message.created_date} form="listed" />
            </span>
          </span>
          <span className="block truncate text-meta text-n11">
            <bdi>{message.chat?.name}</bdi>
            {message.parent ? ` · ${words.inThread}` : null}
          </span>
          <span className="line-clamp-2 wrap-anywhere" dir="auto">
            <Marked pieces={snippet(message.body ?? "", search)} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The messages of all chats I may read that a search finds, the newest first. */
export function MessageHits({ search }: { search: string }) {
  const found = useQuery({
    queryKey: ["chat messages", search],
    staleTime: 0,
    retry: false,
    queryFn: async () => {
      const { rows } = await listRecords<ChatMessage>(messages, {
        limit: most,
        order: "-created_date",
        search,
        filter: [{ field: "deleted", operator: "=", value: false }],
        isUncounted: true,
      });
      keep(messages, rows);
      return rows;
    },
  });
  return (
    <section aria-label={words.found} className="flex min-h-0 flex-1 flex-col border-t">
      <h2 className="px-4 pt-3 pb-1 font-medium text-meta text-n11">{words.found}</h2>
      {found.error ? (
        <p role="alert" className="px-4 py-2 text-danger">
          {words.searchFailed}: {detailOf(found.error)}{" "}
          <Button size="small" onClick={() => void found.refetch()}>
            {t.frame.retry}
          </Button>
        </p>
      ) : found.data ? (
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {found.data.map((message) => (
            <Hit key={message.id} message={message} search={search} />
          ))}
          {found.data.length === 0 ? <li className="px-2 py-1 text-n11">{words.nothing}</li> : null}
          {found.data.length === most ? <li className="px-2 py-1 text-meta text-n11">{words.more}</li> : null}
        </ul>
      ) : (
        <SkeletonRows count={3} label={words.searching} />
      )}
    </section>
  );
}
