import { MailPlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, useAtomValue } from "@/store";
import { resendInvitation, withdrawInvitation } from "./invitationApi";
import { invitations } from "./invitations";

const states: Readonly<Record<string, string>> = invitations.states;

/** How an invited person stands, above the record, with what an administrator can do about it. */
export function InvitationBar({ record }: { record: WireRecord }) {
  const mayManage = useAtomValue(identityAtom)?.system.includes("administer_users") === true;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const state = String(record.invitation ?? "");
  const words = states[state];
  if (words === undefined) {
    return null;
  }
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.error(detailOf(error));
    }
    setBusy(false);
    setAsking(false);
  };
  const canWithdraw = state === "invited" || state === "undelivered";
  return (
    <div className="border-b bg-surface px-5 py-2 max-sm:px-4">
      <Banner
        tone={state === "undelivered" ? "warning" : "info"}
        icon={<UserPlus aria-hidden />}
        action={
          mayManage ? (
            <span className="flex gap-1.5">
              <Button
                size="small"
                icon={<MailPlus className="size-3.5" />}
                isBusy={isBusy}
                onClick={() =>
                  void run(() => resendInvitation(record.id), invitations.resent(String(record.email ?? "")))
                }
              >
                {invitations.resend}
              </Button>
              {canWithdraw ? (
                <Button size="small" disabled={isBusy} onClick={() => setAsking(true)}>
                  {invitations.withdraw}
                </Button>
              ) : null}
            </span>
          ) : null
        }
      >
        {words}
      </Banner>
      {isAsking ? (
        <ConfirmDialog
          title={invitations.withdrawTitle}
          text={invitations.withdrawText(String(record.name ?? record.email ?? ""))}
          action={invitations.withdraw}
          onClose={() => setAsking(false)}
          onConfirm={() => run(() => withdrawInvitation(record.id), invitations.withdrawn)}
        />
      ) : null}
    </div>
  );
}
