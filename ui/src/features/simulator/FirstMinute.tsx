import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck, MessageSquareText, PhoneIncoming } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { carryOut, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { hindrancesAtom, type Identity, identityAtom, ownDotAtom, useAtomValue } from "@/store";
import { words } from "./demoMessages";

type Wish = "call" | "text";

function roleOf({ user, system }: Identity): string {
  if (user.is_superuser) {
    return words.roles.administrator;
  }
  return system.includes("supervise_calls") ? words.roles.supervisor : words.roles.agent;
}

/** What a link of the start's banner asks for, once: the address is left without it. */
function useWish() {
  const { try: wanted } = useSearch({ strict: false }) as { try?: unknown };
  const navigate = useNavigate();
  const [wish, setWish] = useState<Wish | undefined>(
    wanted === "call" || wanted === "text" ? wanted : undefined,
  );
  useEffect(() => {
    if (wanted !== undefined) {
      void navigate({ to: "/", search: {}, replace: true });
    }
  }, [wanted, navigate]);
  return [wish, setWish] as const;
}

/** Why no call rings here, and the way out. */
function NotRinging() {
  const status = useAtomValue(ownDotAtom);
  const reasons = useAtomValue(hindrancesAtom);
  const [isBusy, setBusy] = useState(false);
  const setAvailable = async () => {
    setBusy(true);
    try {
      await carryOut("POST /twilio/call/available", { call_status: "available" });
    } catch (error) {
      toast.error(words.setAvailableFailed(detailOf(error)));
    } finally {
      setBusy(false);
    }
  };
  // Who is on a call, or chose to be available and is not reached, has chosen nothing wrong.
  const canChoose = status !== "on_call" && status !== "offline" && reasons.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2.5">
      <p role="status" className="min-w-0 flex-1 text-n11">
        {status === "on_call" ? words.onCall : null}
        {status === "on_call" ? null : reasons.join(" ") || words.notRinging(t.frame.statuses[status])}
      </p>
      {canChoose ? (
        <Button
          size="small"
          icon={<CircleCheck className="size-3.5" />}
          isBusy={isBusy}
          onClick={() => void setAvailable()}
        >
          {words.setAvailable}
        </Button>
      ) : null}
    </div>
  );
}

/** The demo's first minute: who one is, and a customer who calls or texts at one click. */
export function FirstMinute() {
  const identity = useAtomValue(identityAtom);
  const status = useAtomValue(ownDotAtom);
  const rings = status === "available";
  const [wish, setWish] = useWish();
  const [busy, setBusy] = useState<Wish>();
  const isUnderWay = useRef(false);
  const fulfill = useCallback(async (what: Wish) => {
    if (isUnderWay.current) {
      return;
    }
    isUnderWay.current = true;
    setBusy(what);
    try {
      const { letCall, letText } = await import("./customers");
      toast.success(await (what === "call" ? letCall : letText)());
    } catch (error) {
      toast.error(words.failed(detailOf(error)));
    } finally {
      isUnderWay.current = false;
      setBusy(undefined);
    }
  }, []);
  useEffect(() => {
    if (wish === "text" || (wish === "call" && rings)) {
      setWish(undefined);
      void fulfill(wish);
    }
  }, [wish, rings, setWish, fulfill]);
  if (identity?.viewing) {
    return null; // nothing rings for a superuser who views as somebody
  }
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <p className="min-w-56 flex-1">
          {identity ? (
            <span className="block font-medium">
              {words.signedInAs(identity.user.name ?? "", roleOf(identity))}
            </span>
          ) : null}
          <span className="text-n11">{words.demoLead}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            icon={<PhoneIncoming className="size-4" />}
            isBusy={busy === "call"}
            disabled={!rings}
            onClick={() => void fulfill("call")}
          >
            {words.letCall}
          </Button>
          <Button
            icon={<MessageSquareText className="size-4" />}
            isBusy={busy === "text"}
            onClick={() => void fulfill("text")}
          >
            {words.letText}
          </Button>
        </div>
      </div>
      {rings || status === "unknown" ? null : <NotRinging />}
    </div>
  );
}
