import { useQuery } from "@tanstack/react-query";
import { CircleAlert, FileText, ImageOff } from "lucide-react";
import { useEffect, useState } from "react";
import { readContent } from "@/api/files";
import { Spinner } from "@/components/Spinner/Spinner";
import { words as attachWords } from "@/thread/attach/messages";
import type { ChatMessage, MediaItem } from "../objects";
import { kindOf } from "./kinds";
import { words } from "./messages";
import { ViewerDialog } from "./ViewerDialog";

/** Bytes that scrolled away are kept for a while, in milliseconds. */
const kept = 60_000;
/** Larger ones are shown when somebody opens them. */
const largestInline = 20 * 1_048_576;

/** The address of a file's bytes in this page, of the type that is shown and no other. */
function useAddressOf({ links, content_type }: MediaItem) {
  const source = links?.content_direct_temporary ?? "";
  const { data, isError, refetch } = useQuery({
    queryKey: ["chat file", source],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: kept,
    queryFn: ({ signal }) => readContent(source, { signal }),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (data) {
      const made = URL.createObjectURL(new Blob([data], { type: content_type }));
      setAddress(made);
      return () => URL.revokeObjectURL(made);
    }
    return undefined;
  }, [data, content_type]);
  return { address, isFailed: isError, retry: () => void refetch() };
}

/** The frame has its size before the bytes come, so that nothing moves. */
function Picture({ item, onOpen }: { item: MediaItem; onOpen: () => void }) {
  const { address, isFailed, retry } = useAddressOf(item);
  const [isBroken, setBroken] = useState(false);
  if (isFailed || isBroken) {
    return (
      <p
        role="alert"
        className="flex h-40 w-60 max-w-full flex-col items-center justify-center gap-1 rounded-lg border border-n6 bg-n2 px-3 text-center text-danger"
      >
        {isBroken ? (
          <ImageOff aria-hidden className="size-5" />
        ) : (
          <CircleAlert aria-hidden className="size-5" />
        )}
        <span>{words.loadFailed}</span>
        {isBroken ? null : (
          <button type="button" onClick={retry} className="font-medium text-accent-text hover:underline">
            {words.retry}
          </button>
        )}
      </p>
    );
  }
  return (
    <button
      type="button"
      aria-label={words.open(item.filename)}
      onClick={onOpen}
      className="flex h-40 w-60 max-w-full items-center justify-center overflow-hidden rounded-lg border border-n6 bg-n2 hover:border-n8"
    >
      {address ? (
        <img
          src={address}
          alt={words.image(item.filename)}
          onError={() => setBroken(true)}
          className="h-full w-full object-cover"
        />
      ) : (
        <Spinner />
      )}
    </button>
  );
}

function Card({ item, onOpen }: { item: MediaItem; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-72 max-w-full items-center gap-2.5 rounded-lg border border-n6 bg-surface px-3 py-2 text-left hover:border-n8"
    >
      <span className="flex size-9 shrink-0 items-center justify-center rounded bg-n3">
        <FileText aria-hidden className="size-5 text-n11" />
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium" title={item.filename}>
          {item.filename || words.unnamed}
        </bdi>
        {item.size ? <span className="text-meta text-n11">{attachWords.size(item.size)}</span> : null}
      </span>
    </button>
  );
}

/** The files of a message: images in place, others as cards. A press shows one in full. */
export function MessageFiles({ message }: { message: ChatMessage }) {
  const items = message.media ?? [];
  const [open, setOpen] = useState<number>();
  return (
    <>
      <ul aria-label={words.files} className="mb-1 flex max-w-full flex-wrap gap-1.5">
        {items.map((item, at) => {
          const isPicture = kindOf(item) === "image" && (item.size ?? 0) <= largestInline;
          const Shown = isPicture ? Picture : Card;
          return (
            <li key={item.links?.content_direct_temporary ?? at} className="max-w-full">
              <Shown item={item} onOpen={() => setOpen(at)} />
            </li>
          );
        })}
      </ul>
      {open === undefined ? null : (
        <ViewerDialog items={items} at={open} onTurn={setOpen} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
