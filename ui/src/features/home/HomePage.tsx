import { Headphones, Sparkles } from "lucide-react";
import { useMemo } from "react";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { type HomeCard, useFeatures, useParts } from "@/feature";
import { useReady } from "@/lib/useReady";
import { t } from "@/messages";
import { atom, ownDotAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { title } from "./names";
import { testSound } from "./testSound";

/**
 * The cards with something in them, those that are always there included; undefined before it is known which these
 * are. One that came after the others would push them down.
 */
function useFull(cards: readonly HomeCard[]): readonly HomeCard[] | undefined {
  const full = useMemo(
    () => atom((get) => cards.filter(({ count }) => count === undefined || (get(count) ?? 0) > 0)),
    [cards],
  );
  const known = useMemo(
    () => atom((get) => cards.every(({ count }) => count === undefined || get(count) !== undefined)),
    [cards],
  );
  const parts = useMemo(() => cards.map(({ Card }) => Card), [cards]);
  const isLoaded = useParts(parts);
  const isReady = useReady(useAtomValue(known) && isLoaded);
  const shown = useAtomValue(full);
  return isReady ? shown : undefined;
}

/** What happens next, and what one can begin oneself. */
function Nothing() {
  const status = useAtomValue(ownDotAtom);
  const features = useFeatures();
  const starters = features.flatMap((feature) => feature.starters ?? []);
  const rings = status === "available";
  return (
    <div className="rounded-lg border bg-surface">
      <PageState
        icon={<Sparkles />}
        title={`${words.available(t.frame.statuses[status])} ${rings ? words.here : ""}`.trim()}
        text={rings ? words.quiet : words.away}
        action={
          <>
            {starters.map(({ key, Starter }) => (
              <Starter key={key} />
            ))}
            <Button
              icon={<Headphones className="size-4" />}
              onClick={() => void testSound().catch((error: unknown) => toast.error(String(error)))}
            >
              {words.testSound}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Where the day begins: what waits for me, and who is here. */
export function HomePage() {
  const features = useFeatures();
  const all = useMemo(
    () => features.flatMap((feature) => feature.home ?? []).sort((left, right) => left.order - right.order),
    [features],
  );
  const full = useFull(all);
  const above = full?.filter((card) => card.isAbove === true) ?? [];
  const waiting = full?.filter((card) => card.isAside !== true && card.isAbove !== true);
  const aside = full?.filter((card) => card.isAside === true) ?? [];
  return (
    <>
      <PageHeader title={title} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)_18rem] items-start gap-5 px-5 py-6 max-lg:grid-cols-1 max-sm:px-4">
          {above.map(({ key, heading, Card }) => (
            <section key={key} aria-label={heading} className="col-span-full min-w-0">
              <Card />
            </section>
          ))}
          {/* What stands above comes with the cards: the placeholder makes room, nothing that was read moves. */}
          <div key={full ? "cards" : "loading"} className="flex min-w-0 flex-col gap-5">
            {waiting ? null : <SkeletonRows count={4} label={t.frame.loading} />}
            {waiting?.length === 0 ? <Nothing /> : null}
            {waiting?.map(({ key, heading, Card }) => (
              <Block key={key} title={heading}>
                <Card />
              </Block>
            ))}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            {aside.map(({ key, heading, Card }) => (
              <Block key={key} title={heading}>
                <Card />
              </Block>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
