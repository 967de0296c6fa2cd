import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { keyLabel } from "@/lib/keys";
import { showNotice } from "@/lib/notice";
import { formatPhone } from "@/lib/phone";
import { useReading } from "@/lib/useReading";
import { identityAtom, useAtomValue } from "@/store";
import { callerName } from "../callerName";
import { declineCall } from "../commands";
import { words } from "../messages";
import { isCalling } from "../names";
import type { CallRecord } from "../objects";
import { selectLine, usePhone } from "../phone/phone";
import { phoneAtom } from "../phone/softphone";
import { useRing } from "../ringing/useRing";
import { ownNumber } from "../rules";
import { transferSentence } from "../transferSentence";
import { useAccept } from "../useAccept";
import { DockCallRow } from "./DockCallRow";
import { DockIdle } from "./DockIdle";
import { type DockCall, useDockCalls, useFeatured } from "./dockCalls";
import { useDesktopRing } from "./notices";
import { answerKeys, useAnswerKeys } from "./useAnswerKeys";
import { useCallNews } from "./useCallNews";

/** Answers a call once, however often one presses while the answer is on its way. */
function useAnswer() {
  const [isBusy, setBusy] = useState(false);
  const answer = async (act: (call: CallRecord) => Promise<boolean>, call: CallRecord) => {
    if (!isBusy) {
      setBusy(true);
      await act(call);
      setBusy(false);
    }
  };
  return { isBusy, answer };
}

/** What rings is said on the desktop where one works elsewhere and wants it. */
function useDesktopNotice(call: CallRecord | undefined): void {
  const isReading = useReading();
  const isWanted = useDesktopRing();
  const id = call?.id;
  const who = call && callerName(call);
  const to = call && formatPhone(ownNumber(call));
  useEffect(() => {
    if (id === undefined || isReading || !isWanted) {
      return;
    }
    return showNotice({ title: isCalling(who ?? ""), body: words.rings(to ?? ""), tag: id });
  }, [id, who, to, isReading, isWanted]);
}

/** Of several calls of mine the phone is told on which I speak: the customers of the others are on hold. */
function useSpokenLine(all: readonly DockCall[]): void {
  const line = useAtomValue(phoneAtom).line?.call;
  const [spoken, another] = all.filter(({ standing }) => standing === "up").map(({ call }) => call.id);
  const isOther = spoken !== undefined && another === undefined && line !== undefined && line !== spoken;
  const isHeld = all.some(({ call, standing }) => call.id === line && standing === "held");
  const wanted = isOther && isHeld ? spoken : undefined;
  useEffect(() => {
    if (wanted !== undefined) {
      selectLine(wanted);
    }
  }, [wanted]);
}

/** What is said aloud of a call that rings. */
function announce(call: CallRecord, me: string | undefined): string {
  const keys = [keyLabel(answerKeys.accept), keyLabel(answerKeys.decline)] as const;
  const incoming = words.incomingFrom(callerName(call), formatPhone(ownNumber(call)), ...keys);
  return [transferSentence(call, me), incoming].filter(Boolean).join(" ");
}

/**
 * The row of calls: what rings, what I am on, and else whether calls ring here. Its place is the frame's and always
 * kept, so that a call moves nothing.
 */
export function Dock() {
  const all = useDockCalls();
  const featured = useFeatured();
  const { isBusy, answer } = useAnswer();
  const accept = useAccept();
  const me = useAtomValue(identityAtom)?.userId;
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const ringing = all.find(({ standing }) => standing === "ringing")?.call;
  const asked = featured?.standing === "ringing" ? featured.call : ringing;

  usePhone();
  useSpokenLine(all);
  useCallNews();
  useDesktopNotice(ringing);
  useRing(isBusy);
  useAnswerKeys(asked, (act, call) => void answer(act === "accept" ? accept : declineCall, call));

  const shown = featured ? `${featured.call.id} ${featured.standing}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changed, and a button that had the focus went with it
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      ref.current?.querySelector<HTMLElement>("button:not(:disabled), a")?.focus();
    }
  }, [shown]);

  return (
    <section
      ref={ref}
      aria-label={words.calls}
      className="h-full"
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = event.relatedTarget === null || event.currentTarget.contains(event.relatedTarget);
      }}
    >
      <div role="status" aria-live="assertive" className="sr-only">
        {ringing ? announce(ringing, me) : null}
      </div>
      {featured ? (
        <DockCallRow
          key={featured.call.id}
          featured={featured}
          others={all.filter(({ call }) => call.id !== featured.call.id)}
          isBusy={isBusy}
          answer={(act, call) => void answer(act, call)}
        />
      ) : (
        <DockIdle />
      )}
    </section>
  );
}
