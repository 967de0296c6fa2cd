import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw, ScrollText } from "lucide-react";
import { useState } from "react";
import { readAudit } from "@/api/audit";
import { Button } from "@/components/Button/Button";
import { Choices } from "@/components/Choices/Choices";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { schemasAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { Told } from "./Told";

/** Which objects' records each view tells of; of none it tells of all. */
const shows = {
  everything: [],
  signIns: ["session"],
  people: ["user"],
  rights: ["permission", "team"],
  keys: ["api_key"],
  organization: ["organization"],
  objects: ["schema"],
  erasures: ["job"],
} as const;
type Show = keyof typeof shows;

/** Who signed in, who was refused, and who changed what anybody may do, the newest first. */
export function AuditPage() {
  const [show, setShow] = useState<Show>("everything");
  const schemas = useAtomValue(schemasAtom);
  const audit = useInfiniteQuery({
    queryKey: ["audit", show],
    staleTime: 0,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => readAudit(shows[show], pageParam, signal),
    getNextPageParam: (page) => page.next,
  });
  const told = audit.data?.pages.flatMap((page) => page.items);
  const content = () => {
    if (!told) {
      return audit.error ? (
        <FetchFailed error={audit.error} onRetry={() => void audit.refetch()} />
      ) : (
        <SkeletonRows count={8} label={words.list} />
      );
    }
    if (told.length === 0) {
      return <PageState icon={<ScrollText />} title={words.empty} text={words.emptyHint} />;
    }
    return (
      <>
        <ul aria-label={words.list} className="rounded-lg border bg-surface shadow-small">
          {told.map((one) => (
            <Told
              key={one.number}
              told={one}
              schema={schemas?.find((schema) => schema.api_name === one.object)}
            />
          ))}
        </ul>
        {audit.isFetchNextPageError ? (
          <FetchFailed error={audit.error} onRetry={() => void audit.fetchNextPage()} />
        ) : audit.hasNextPage ? (
          <Button isBusy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            {words.earlier}
          </Button>
        ) : null}
      </>
    );
  };
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <IconButton
            label={words.refresh}
            icon={<RefreshCw className={cn("size-4", audit.isRefetching && "animate-spin")} />}
            disabled={audit.isFetching}
            onClick={() => void audit.refetch()}
          />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-4xl flex-col gap-4 px-5 py-6 max-sm:px-4">
          <Choices label={words.show} words={words.shows} chosen={show} onChoose={setShow} />
          {content()}
        </div>
      </div>
    </>
  );
}
