import { AudioLines } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { RecordingRow } from "./RecordingRow";
import { useRecordings } from "./useRecordings";
import { words } from "./words";

function Recordings() {
  const { recordings, error, retry, more, isFetching } = useRecordings();
  const [open, setOpen] = useState<string>();
  if (!recordings) {
    return error ? (
      <FetchFailed title={words.loadError} error={error} onRetry={retry} />
    ) : (
      <SkeletonRows label={words.loading} />
    );
  }
  if (recordings.length === 0) {
    return <PageState icon={<AudioLines />} title={words.empty} text={words.emptyHint} />;
  }
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-5 py-6 max-sm:px-3 max-sm:py-3">
      <ul aria-label={words.title} className="flex flex-col gap-2">
        {recordings.map((recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            isOpen={recording.id === open}
            onToggle={() => setOpen(recording.id === open ? undefined : recording.id)}
          />
        ))}
      </ul>
      {more ? (
        <Button className="self-center" isBusy={isFetching} onClick={more}>
          {words.more}
        </Button>
      ) : null}
    </div>
  );
}

/** All recordings that one may hear, the newest first and live, each to be played. */
export function RecordingsPage() {
  return (
    <>
      <PageHeader title={words.title} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <Recordings />
      </div>
    </>
  );
}
