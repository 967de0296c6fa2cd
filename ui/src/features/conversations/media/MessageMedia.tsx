import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleSlash, FileText, FileX, IdCard } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { WireRecord } from "@/api";
import { readContent } from "@/api/files";
import { Spinner } from "@/components/Spinner/Spinner";
import { RecordSlot, useFacts, useRecordParts } from "@/feature";
import { cn } from "@/lib/cn";
import { kindOf, type MediaItem, type MediaKind } from "./media";
import { words } from "./messages";

/** Bytes that scrolled away are kept for a while, in milliseconds. */
const kept = 60_000;

const sourceOf = ({ links }: MediaItem) => links?.content_direct_temporary;

/** The address of an attachment's bytes in this page, of the type that is shown and no other. */
function useAddress(item: MediaItem) {
  const source = sourceOf(item) ?? "";
  const query = useQuery({
    queryKey: ["attachment", source],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: kept,
    queryFn: ({ signal }) => readContent(source, { signal }),
  });
  const { data } = query;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (data) {
      const made = URL.createObjectURL(new Blob([data], { type: item.content_type }));
      setAddress(made);
      return () => URL.revokeObjectURL(made);
    }
    return undefined;
  }, [data, item.content_type]);
  return { address, isFailed: query.isError, retry: () => void query.refetch() };
}

const note = "flex items-center gap-2 rounded-lg border border-n6 bg-surface px-3 py-2 text-n11";

function Note({ icon, children, isAlert }: { icon: ReactNode; children: ReactNode; isAlert?: boolean }) {
  return (
    <p role={isAlert ? "alert" : undefined} className={cn(note, isAlert && "text-danger")}>
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Note icon={<CircleAlert aria-hidden className="size-4 shrink-0" />} isAlert>
      {words.loadFailed}{" "}
      <button
        type="button"
        onClick={onRetry}
        className="rounded font-medium text-accent-text underline-offset-2 hover:underline"
      >
        {words.retry}
      </button>
    </Note>
  );
}

/** The frame has its size before the bytes come, so that nothing moves. */
function Picture({ item }: { item: MediaItem }) {
  const { address, isFailed, retry } = useAddress(item);
  const [isBroken, setBroken] = useState(false);
  if (isFailed || isBroken) {
    return <Failed onRetry={retry} />;
  }
  return (
    <div className="flex h-52 w-72 max-w-full items-center justify-center overflow-hidden rounded-lg border border-n6 bg-n3">
      {address ? (
        <img
          src={address}
          alt={words.image(item.filename)}
          onError={() => setBroken(true)}
          className="h-full w-full object-contain"
        />
      ) : (
        <Spinner />
      )}
    </div>
  );
}

function Player({ item, kind }: { item: MediaItem; kind: "audio" | "video" }) {
  const { address, isFailed, retry } = useAddress(item);
  if (isFailed) {
    return <Failed onRetry={retry} />;
  }
  if (kind === "audio") {
    return (
      <div className="flex h-14 w-72 max-w-full items-center justify-center">
        {address ? (
          // biome-ignore lint/a11y/useMediaCaption: what somebody sent has no captions
          <audio src={address} controls aria-label={words.audio(item.filename)} className="w-full" />
        ) : (
          <Spinner />
        )}
      </div>
    );
  }
  return (
    <div className="flex h-52 w-72 max-w-full items-center justify-center overflow-hidden rounded-lg bg-n3">
      {address ? (
        // biome-ignore lint/a11y/useMediaCaption: what somebody sent has no captions
        <video src={address} controls aria-label={words.video(item.filename)} className="h-full w-full" />
      ) : (
        <Spinner />
      )}
    </div>
  );
}

const icons: Record<MediaKind, typeof FileText> = {
  image: FileText,
  video: FileText,
  audio: FileText,
  file: FileText,
  card: IdCard,
};

/** What a file is called and how large it is, with what can be done with it. */
function Card({ item, children }: { item: MediaItem; children?: ReactNode }) {
  const facts = useFacts("file");
  const isReady = useRecordParts(facts);
  const Icon = icons[kindOf(item)];
  const record = {
    id: item.file,
    name: item.filename,
    content_type: item.content_type,
    size: item.size,
    source: sourceOf(item),
  } as unknown as WireRecord;
  return (
    <div className="flex w-72 max-w-full flex-col gap-2 rounded-lg border border-n6 bg-surface px-3 py-2">
      <span className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0 text-n10" />
        <bdi className="min-w-0 flex-1 truncate font-medium" title={item.filename}>
          {item.filename || words.unnamed}
        </bdi>
        {item.size ? <span className="shrink-0 text-meta text-n11">{words.size(item.size)}</span> : null}
      </span>
      <span className="flex min-h-8 flex-wrap gap-1.5">
        {isReady ? <RecordSlot facts={facts} place="Action" record={record} /> : null}
        {children}
      </span>
    </div>
  );
}

function Attachment({
  item,
  more,
}: {
  item: MediaItem;
  more?: ((item: MediaItem) => ReactNode) | undefined;
}) {
  if (item.state === "waiting") {
    return <Note icon={<Spinner />}>{words.waiting}</Note>;
  }
  if (item.state === "refused") {
    return (
      <Note icon={<CircleSlash aria-hidden className="size-4 shrink-0" />}>
        {words.refused(item.filename)} {item.detail}
      </Note>
    );
  }
  if (!sourceOf(item)) {
    return <Note icon={<FileX aria-hidden className="size-4 shrink-0" />}>{words.missing}</Note>;
  }
  const kind = kindOf(item);
  switch (kind) {
    case "image":
      return (
        <>
          <Picture item={item} />
          <Card item={item} />
        </>
      );
    case "audio":
    case "video":
      return (
        <>
          <Player item={item} kind={kind} />
          <Card item={item} />
        </>
      );
    default:
      return <Card item={item}>{more?.(item)}</Card>;
  }
}

interface MessageMediaProps {
  items: readonly MediaItem[];
  /** What else can be done with one. */
  more?: (item: MediaItem) => ReactNode;
}

/** The attachments of a text. */
export function MessageMedia({ items, more }: MessageMediaProps) {
  return (
    <ul aria-label={words.attachments} className="mb-1 flex max-w-full flex-col gap-1.5">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments stay in their order
        <li key={at} className="flex max-w-full flex-col gap-1.5">
          <Attachment item={item} more={more} />
        </li>
      ))}
    </ul>
  );
}
