import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Phone, RotateCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { detailOf } from "@/api";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { useTopic } from "@/realtime";
import { identityAtom, useAtomValue } from "@/store";
import { readState, type SimulatorState, useNames } from "./api";
import { CallForm, TextForm } from "./Forms";
import { LetterList, useLetters } from "./Letters";
import { CallLine, TextLine } from "./Lists";
import { words } from "./messages";
import { callNewsAtom, callsTopic } from "./reducers";
import { ordered, outsideNumber } from "./rules";
import { TurnAway } from "./TurnAway";

const callsKept = 6;
const textsKept = 6;
const settle = 150;

/** The simulator's state, read again shortly after the product's own calls changed; nothing is polled. */
function useSimulator() {
  const query = useQuery({
    queryKey: ["simulator", "state"],
    staleTime: 0,
    queryFn: ({ signal }) => readState(signal),
  });
  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  useTopic(callsTopic);
  const news = useAtomValue(callNewsAtom);
  useEffect(() => {
    if (news === 0) {
      return;
    }
    const timer = setTimeout(reload, settle);
    return () => clearTimeout(timer);
  }, [news, reload]);
  return { ...query, reload };
}

const box = "overflow-hidden rounded-lg border bg-surface shadow-small";

function Nothing({ text, hint }: { text: string; hint?: string }) {
  return (
    <p className="rounded-lg border border-n7 border-dashed px-4 py-5 text-n11">
      <span className="text-n12">{text}</span>
      {hint ? <span className="block text-meta">{hint}</span> : null}
    </p>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t.frame.loading} className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
      {["call", "text"].map((key) => (
        <div key={key} className={`${box} flex flex-col gap-4 p-5`}>
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  );
}

function Desk({ state, reload }: { state: SimulatorState; reload: () => void }) {
  const calls = ordered(state.calls, callsKept);
  const texts = state.texts.slice(0, textsKept);
  // One microphone speaks for one customer at a time.
  const [talking, setTalking] = useState<string>();
  const names = useNames([...calls, ...texts].map(outsideNumber));
  return (
    <>
      <div className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
        <CallForm numbers={state.numbers} onDone={reload} />
        <TextForm numbers={state.numbers} onDone={reload} />
      </div>
      <Block title={words.calls}>
        {calls.length > 0 ? (
          <ul className={box}>
            {calls.map((call) => (
              <CallLine
                key={call.sid}
                call={call}
                who={names.get(outsideNumber(call))}
                isTalking={talking === call.sid}
                onTalk={(isTalking) => setTalking(isTalking ? call.sid : undefined)}
                onDone={reload}
              />
            ))}
          </ul>
        ) : (
          <Nothing text={words.noCalls} hint={words.noCallsHint} />
        )}
      </Block>
      <Block title={words.texts}>
        <TurnAway isOn={state.refuses} onDone={reload} />
        {texts.length > 0 ? (
          <ul className={box}>
            {texts.map((text) => (
              <TextLine key={text.sid} text={text} who={names.get(outsideNumber(text))} />
            ))}
          </ul>
        ) : (
          <Nothing text={words.noTexts} />
        )}
      </Block>
    </>
  );
}

/** The simulated phone network: call and text the product as its customers do. */
export function SimulatorPage() {
  const { data: state, error, reload: reloadState, isFetching } = useSimulator();
  const isSuperuser = useAtomValue(identityAtom)?.user.is_superuser === true;
  const { data: letters, refetch } = useLetters(isSuperuser);
  const reload = () => {
    reloadState();
    if (isSuperuser) {
      void refetch();
    }
  };
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <IconButton
            label={words.withRefresh}
            icon={<RotateCw className="size-4" />}
            disabled={isFetching}
            onClick={reload}
          />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-4xl flex-col gap-7 px-5 py-6 max-sm:px-4">
          {error && !state ? (
            <PageState
              role="alert"
              icon={<CircleAlert />}
              title={words.loadFailed}
              text={detailOf(error)}
              action={<Button onClick={reload}>{t.frame.retry}</Button>}
            />
          ) : null}
          {state === undefined && !error ? <Loading /> : null}
          {state && state.numbers.length === 0 ? (
            <PageState icon={<Phone />} title={words.noNumbers} text={words.noNumbersHint} />
          ) : null}
          {state && state.numbers.length > 0 ? <Desk state={state} reload={reload} /> : null}
          {letters ? (
            <Block title={words.letters}>
              {letters.length > 0 ? (
                <LetterList letters={letters} />
              ) : (
                <Nothing text={words.noLetters} hint={words.noLettersHint} />
              )}
            </Block>
          ) : null}
        </div>
      </div>
    </>
  );
}
