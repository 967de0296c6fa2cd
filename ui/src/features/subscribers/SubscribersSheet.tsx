import { BellPlus } from "lucide-react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { router } from "@/realtime/router";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { AddSubscribers } from "./AddSubscribers";
import { words } from "./messages";
import { object } from "./objects";
import { subscriberReducers } from "./reducers";
import { SubscriberRow } from "./SubscriberRow";
import { useSubscribers } from "./useSubscribers";

router.register(subscriberReducers);

interface SubscribersSheetProps {
  object: string;
  id: string;
  onClose: () => void;
}

/** Who is notified about a record: list, add, pause, activate again, remove. */
export function SubscribersSheet({ onClose, ...about }: SubscribersSheetProps) {
  const identity = useAtomValue(identityAtom);
  const { subscribers, error, retry } = useSubscribers(about.id);
  const rows = identity?.rights[object]?.rows;
  const seesOthers = identity?.user.is_superuser === true || rows === "all" || rows === "team";
  const known = subscribers ?? [];
  return (
    <Dialog title={words.title} onClose={onClose} isPassing className="max-w-lg">
      <div className="grid gap-5">
        {rightsFor(identity, object).create && subscribers ? (
          <section aria-label={words.add}>
            <AddSubscribers about={about} subscribers={known} mayAddOthers={seesOthers} />
          </section>
        ) : null}
        <section aria-label={words.list} className="min-w-0">
          <h3 className="mb-1 font-medium text-meta text-n11">
            {words.list}
            {known.length > 0 ? <span className="ml-1.5 tabular-nums">{known.length}</span> : null}
          </h3>
          {error && !subscribers ? (
            <Banner tone="danger" action={<Button onClick={retry}>{t.frame.retry}</Button>}>
              {words.failed} {detailOf(error)}
            </Banner>
          ) : null}
          {!(subscribers || error) ? <SkeletonRows count={3} label={t.frame.loading} /> : null}
          {subscribers && known.length === 0 ? (
            <PageState icon={<BellPlus />} title={words.none} text={words.noneHint} />
          ) : null}
          {known.length > 0 ? (
            <ul className="rounded border">
              {known.map((one) => (
                <SubscriberRow key={one.id} about={about} subscriber={one} />
              ))}
            </ul>
          ) : null}
          {seesOthers ? null : <p className="mt-2 text-meta text-n11">{words.onlyYours}</p>}
        </section>
      </div>
    </Dialog>
  );
}
