import { Link } from "@tanstack/react-router";
import { detailOf } from "@/api";
import { Spinner } from "@/components/Spinner/Spinner";
import { Time } from "@/components/Time/Time";
import { identityAtom, rightsFor, useAtomValue, useRecord } from "@/store";
import { conversationName } from "../naming";
import { type ConversationRecord, messages, object, pathOf, type TextMessage } from "../objects";
import { Pieces } from "./FoundText";
import { find } from "./find";
import { snippetOf } from "./matches";
import { words } from "./messages";
import { useHits } from "./search";

const least = 2;

function Hit({ message, typed }: { message: TextMessage; typed: string }) {
  const id = message.conversation?.id ?? "";
  const conversation = useRecord<ConversationRecord>(object, id);
  const name = conversation ? conversationName(conversation) : (message.conversation?.name ?? "");
  return (
    <li>
      <Link
        to={pathOf(id)}
        search={true as never}
        onClick={() => find(id, typed, message.number)}
        className="block rounded px-3 py-1.5 hover:bg-n3 focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
          <Time at={message.created_date} className="shrink-0 text-meta text-n11" />
        </span>
        <bdi dir="auto" className="line-clamp-2 wrap-anywhere text-meta text-n11">
          <Pieces pieces={snippetOf(message.body ?? "", typed)} />
        </bdi>
      </Link>
    </li>
  );
}

/** Under the list of conversations: the messages that hold what was typed, each leading to its place. */
export function MessageHits({ typed }: { typed: string }) {
  const mayRead = rightsFor(useAtomValue(identityAtom), messages).read;
  const wanted = typed.trim().length < least || !mayRead ? "" : typed.trim();
  const { data, error, isFetching } = useHits(wanted);
  if (wanted === "") {
    return null;
  }
  const rows = data?.rows ?? [];
  return (
    <section aria-label={words.inMessages} className="flex max-h-[55%] shrink-0 flex-col border-t">
      <h2 className="flex items-center gap-2 px-5 pt-2 pb-1 font-medium text-meta text-n11">
        {words.inMessages}
        {data ? <span className="tabular-nums">{words.count(rows.length, data.isMore)}</span> : null}
        {isFetching ? <Spinner /> : null}
      </h2>
      {error ? (
        <p role="alert" className="px-5 pb-3 text-danger text-meta">
          {detailOf(error) || words.failed}
        </p>
      ) : rows.length === 0 ? (
        <p role="status" className="px-5 pb-3 text-meta text-n11">
          {data ? words.nothing : words.searching}
        </p>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {rows.map((message) => (
            <Hit key={message.id} message={message} typed={wanted} />
          ))}
        </ul>
      )}
    </section>
  );
}
