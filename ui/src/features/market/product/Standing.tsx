import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { api, detailOf, type WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Pill } from "@/components/Pill/Pill";
import { toast } from "@/components/Toaster/toasts";
import { useTopic } from "@/realtime";
import { useRecord } from "@/store";
import { request, useRefresh } from "../api";
import { day } from "../dates";
import { words } from "../messages";
import { isPaid, type Purchase, type Terms } from "../rules";
import { SeatsDialog } from "./SeatsDialog";

interface StandingProps {
  purchase: Purchase;
  terms: Terms;
  /** Opens a checkout that stores a card. */
  onCheckout: (secret: string) => void;
}

/** How a purchase stands, in a sentence. */
export function standingOf(
  purchase: Purchase,
): { tone: "info" | "warning" | "danger"; text: string } | undefined {
  switch (purchase.status) {
    case "past_due":
      return purchase.access && purchase.grace_until
        ? { tone: "warning", text: words.grace(day(purchase.grace_until)) }
        : { tone: "danger", text: words.graceEnded };
    case "refunded":
      return { tone: "warning", text: words.refundedText };
    case "disputed":
      return { tone: "danger", text: words.disputedText };
    case "active":
      return purchase.cancel_at ? { tone: "info", text: words.ends(day(purchase.cancel_at)) } : undefined;
    default:
      return undefined;
  }
}

interface ActionsProps extends StandingProps {
  /** The subscription bills, and the reader may change that. */
  isBilled: boolean;
  busy: string;
  act: (key: string, run: () => Promise<unknown>, done?: string) => Promise<void>;
  open: (dialog: "cancel" | "seats") => void;
}

/** Reads the page again when the purchase changes, such as by the provider's webhook. */
function useLivePurchase(id: string): void {
  const refresh = useRefresh();
  useTopic(`record:purchase:${id}`);
  const version = useRecord<WireRecord>("purchase", id)?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that something changed
  useEffect(() => {
    if (version !== undefined) {
      void refresh();
    }
  }, [version]);
}

/** What can be done about a purchase. */
function Actions({ purchase, terms, onCheckout, isBilled, busy, act, open }: ActionsProps) {
  const { id } = purchase;
  useLivePurchase(id);
  const card = async () =>
    onCheckout((await request("POST /marketplace/subscription/{id}/card", { id })).secret);
  const resume = () => request("POST /marketplace/subscription/{id}", { id, resume: true });
  const renew = () => api.post("/simulator/payments/renew", { subscription: purchase.subscription_id });
  return (
    <div className="flex flex-wrap gap-2">
      {purchase.access ? (
        <Button size="small" onClick={() => open("seats")}>
          {words.assign}
        </Button>
      ) : null}
      {isBilled ? (
        <Button
          size="small"
          tone={purchase.status === "past_due" ? "primary" : "secondary"}
          isBusy={busy === "card"}
          onClick={() => void act("card", card)}
        >
          {words.updateCard}
        </Button>
      ) : null}
      {isBilled && purchase.cancel_at ? (
        <Button
          size="small"
          isBusy={busy === "resume"}
          onClick={() => void act("resume", resume, words.resumed)}
        >
          {words.resume}
        </Button>
      ) : null}
      {isBilled && !purchase.cancel_at ? (
        <Button
          size="small"
          tone="ghost"
          onClick={() => (terms.can_stop ? open("cancel") : toast.info(words.cannotStop))}
        >
          {words.cancel}
        </Button>
      ) : null}
      {isBilled && terms.simulated ? (
        <Button
          size="small"
          tone="ghost"
          isBusy={busy === "renew"}
          onClick={() => void act("renew", renew, words.renewed)}
        >
          {words.renewNow}
        </Button>
      ) : null}
    </div>
  );
}

/** What the organization has, until when, and what can be done about it. */
export function Standing({ purchase, terms, onCheckout }: StandingProps) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState("");
  const [dialog, setDialog] = useState<"cancel" | "seats">();
  const stands = standingOf(purchase);
  const close = () => setDialog(undefined);
  const act = async (key: string, run: () => Promise<unknown>, done?: string) => {
    setBusy(key);
    try {
      await run();
      if (done) {
        toast.success(done);
      }
    } catch (error) {
      toast.error(detailOf(error));
    }
    await refresh();
    setBusy("");
    close();
  };
  const { id } = purchase;
  const until = purchase.current_period_end ? day(purchase.current_period_end) : "";
  const facts = [
    isPaid(purchase) ? words.seatsUsed(purchase.seats.length, purchase.quantity) : "",
    purchase.status === "active" && !purchase.cancel_at && until ? words.renews(until) : "",
  ];
  return (
    <section
      aria-label={`${purchase.name} ${purchase.tier_title}`}
      className="flex flex-col gap-3 rounded-lg border bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <CircleCheck aria-hidden className={purchase.access ? "size-4 text-success" : "size-4 text-n9"} />
        <h2 className="font-semibold">{purchase.tier_title}</h2>
        <Pill tone={purchase.access ? "success" : "danger"}>{words.status(purchase.status)}</Pill>
        <span className="min-w-0 flex-1 text-n11">{facts.filter(Boolean).join(" \u00b7 ")}</span>
      </div>
      {stands ? (
        <Banner tone={stands.tone} icon={<TriangleAlert aria-hidden />}>
          {stands.text}
        </Banner>
      ) : null}
      {terms.can_buy ? (
        <Actions
          purchase={purchase}
          terms={terms}
          onCheckout={onCheckout}
          isBilled={isPaid(purchase)}
          busy={busy}
          act={act}
          open={setDialog}
        />
      ) : null}
      {dialog === "cancel" ? (
        <ConfirmDialog
          title={words.cancelTitle}
          text={words.cancelText(purchase.name, until)}
          action={words.cancel}
          onClose={close}
          onConfirm={() =>
            act(
              "cancel",
              () => request("POST /marketplace/subscription/{id}", { id, cancel: true }),
              words.canceled,
            )
          }
        />
      ) : null}
      {dialog === "seats" ? <SeatsDialog purchase={purchase} onClose={close} /> : null}
    </section>
  );
}
