import { useRouter, useRouterState } from "@tanstack/react-router";
import { Bell as Icon } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Badge } from "@/components/Badge/Badge";
import { part, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { useReading } from "@/lib/useReading";
import { useAtomValue } from "@/store";
import { connectTabs } from "./desktop";
import { title, waitingOf } from "./names";
import { unread } from "./unread";

const BellSheet = part<{ onClose: () => void }>(() => import("./BellSheet").then((file) => file.BellSheet));

const recordOf = (address: string) => /\/record\/([0-9a-f-]{36})/.exec(address)?.[1];

/** What is about the record that somebody looks at is read. */
function useReadHere(record: string | undefined): void {
  const isRead = useReading();
  const counts = useAtomValue(unread.counts);
  useEffect(() => {
    if (isRead && record !== undefined && Object.keys(counts).length > 0) {
      void import("./BellSheet").then(
        ({ readOpen }) => readOpen(record, Object.keys(counts)),
        () => undefined,
      );
    }
  }, [isRead, record, counts]);
}

/** A press on a desktop notice opens what it is about. */
function useShowing(): void {
  const features = useFeatures();
  const router = useRouter();
  useEffect(
    () =>
      connectTabs((object, record) => {
        const path = factsOf(features, object).find((facts) => facts.path)?.path;
        void router.navigate({ to: path ? path(record) : `/view/${object}/record/${record}/standard` });
      }),
    [features, router],
  );
}

/** The bell above every page: how many notifications are unread, and the newest under it. */
export function Bell() {
  const count = useAtomValue(unread.total);
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useReadHere(recordOf(address));
  useShowing();
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const away = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) {
        setOpen(false);
      }
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
      document.removeEventListener("keydown", key);
    };
  }, [isOpen]);
  const label = count > 0 ? waitingOf(count) : title;
  return (
    <div ref={root} className="relative max-sm:hidden">
      <button
        ref={button}
        type="button"
        aria-label={label}
        data-tip={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="relative mr-1 flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
      >
        <Icon aria-hidden className="size-4" />
        <Badge
          count={count}
          label={label}
          className="absolute -top-0.5 -right-1 h-4 min-w-4 text-[10px] ring-2 ring-n2"
        />
      </button>
      {isOpen ? (
        <section
          id={id}
          aria-label={title}
          className="absolute top-full right-0 z-40 mt-1.5 w-96 animate-fade overflow-hidden rounded-lg bg-raised text-n12 shadow-float"
        >
          <BellSheet onClose={() => setOpen(false)} />
        </section>
      ) : null}
    </div>
  );
}
