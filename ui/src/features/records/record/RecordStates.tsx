import { Lock, SearchX } from "lucide-react";
import { ApiError, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { useAsAbsent } from "@/lib/openTitle";
import { t } from "@/messages";
import { words } from "../messages";
import { RecordHeader } from "./RecordHeader";
import { Section, Sheet } from "./Sections";

const bars = Array.from({ length: 10 }, (_, index) => `bar-${index}`);

/** A record's page before its record is here. */
export function RecordSkeleton({ onList }: { onList: () => void }) {
  return (
    <>
      <RecordHeader title="" onBack={onList} face={<Skeleton className="h-5 w-44" />}>
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </RecordHeader>
      <Sheet>
        <div role="status" aria-label={t.frame.loading}>
          <Section title={words.details}>
            {bars.map((key) => (
              <span key={key} className="flex flex-col gap-2">
                <Skeleton className="h-2.5 w-20" />
                <Skeleton className="h-3.5 w-40" />
              </span>
            ))}
          </Section>
        </div>
      </Sheet>
    </>
  );
}

/** A record's page that can't show its record, and why. */
export function Failure({
  error,
  onList,
  onRetry,
}: {
  error: Error;
  onList: () => void;
  onRetry: () => void;
}) {
  const back = <Button onClick={onList}>{words.backToList}</Button>;
  const status = error instanceof ApiError ? error.status : 0;
  useAsAbsent(status === 403 || status === 404);
  if (status === 403) {
    return (
      <PageState
        role="alert"
        icon={<Lock />}
        title={words.recordForbidden}
        text={detailOf(error)}
        action={back}
      />
    );
  }
  if (status === 404) {
    return <PageState icon={<SearchX />} title={words.notFound} text={words.notFoundHint} action={back} />;
  }
  return <FetchFailed error={error} onRetry={onRetry} />;
}
