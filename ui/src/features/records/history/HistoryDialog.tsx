import { History } from "lucide-react";
import { useState } from "react";
import { detailOf, type ObjectSchema, type WireRecord } from "@/api";
import type { Revision } from "@/api/history";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { type FieldSpec, fieldsOf } from "@/fields";
import { words } from "./messages";
import { type Restoring, restore } from "./restore";
import { ShownRevision } from "./ShownRevision";
import { useHistory } from "./useHistory";

interface HistoryDialogProps {
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  mayRestore: boolean;
  onClose: () => void;
}

/** Whether how the record stands can be told from a change on: its history was kept ever since. */
const leadsHere = ({ track_history: isKept, history_since: since }: ObjectSchema, { at }: Revision) =>
  isKept !== false && (since === undefined || Date.parse(at) >= Date.parse(since));

/** What became of a record, live, with the way back to each version and to each value. */
export function HistoryDialog({ schema, record, title, mayRestore, onClose }: HistoryDialogProps) {
  const { held, error, retry, loadOlder } = useHistory(schema.api_name, record.id, record.version);
  const [isLoading, setLoading] = useState(false);
  const fields = fieldsOf(schema);
  const isOff = schema.track_history === false;
  const plural = schema.plural ?? schema.title;

  const onRestore = async (to: Restoring, field?: FieldSpec) => {
    await restore(schema, record, to, field ? words.restoredField(field.title) : words.restored(title));
  };
  const onEarlier = async () => {
    setLoading(true);
    await loadOlder().catch((failure: unknown) => toast.error(detailOf(failure)));
    setLoading(false);
  };
  const content = () => {
    if (!held) {
      return error ? (
        <FetchFailed error={error} onRetry={retry} />
      ) : (
        <SkeletonRows count={4} label={words.list} />
      );
    }
    if (held.items.length === 0 && held.next === undefined) {
      return isOff ? (
        <PageState icon={<History />} title={words.offEmpty} text={words.offEmptyHint(plural)} />
      ) : (
        <PageState icon={<History />} title={words.empty} text={words.emptyHint} />
      );
    }
    return (
      <>
        {isOff ? (
          <Banner tone="info" icon={<History aria-hidden />} className="mb-2">
            {words.off(plural)}
          </Banner>
        ) : null}
        <ul aria-label={words.list}>
          {held.items.map((revision, index) => (
            <ShownRevision
              key={revision.version}
              object={schema.api_name}
              record={record}
              revision={revision}
              fields={fields}
              isCurrent={index === 0 && leadsHere(schema, revision)}
              mayRestore={mayRestore && leadsHere(schema, revision)}
              onRestore={onRestore}
            />
          ))}
        </ul>
        {held.next === undefined ? null : (
          <Button className="mt-2 w-full" isBusy={isLoading} onClick={() => void onEarlier()}>
            {words.earlier}
          </Button>
        )}
      </>
    );
  };
  return (
    <Dialog isPassing title={words.title(title)} onClose={onClose} className="max-h-[80vh] w-full max-w-3xl">
      <div className="min-h-60">{content()}</div>
    </Dialog>
  );
}
