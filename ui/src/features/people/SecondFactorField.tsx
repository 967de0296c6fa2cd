import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { type RestCommands, send } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Dialog } from "@/components/Dialog/Dialog";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { RecoveryCodes } from "@/feature/secondFactor/RecoveryCodes";
import { SecondFactorSetup } from "@/feature/secondFactor/SecondFactorSetup";
import { cn } from "@/lib/cn";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { ProofDialog } from "./ProofDialog";
import { sayRefusal } from "./useWeek";

type Open = "setup" | "renew" | "off" | "reset" | { codes: readonly string[] };

/** Few codes are left: it is time for new ones. */
const few = 3;

interface ButtonsProps {
  isOwn: boolean;
  isOn: boolean;
  isRequired: boolean;
  onOpen: (open: Open) => void;
}

function Buttons({ isOwn, isOn, isRequired, onOpen }: ButtonsProps) {
  if (!isOwn) {
    return isOn ? (
      <Button size="small" onClick={() => onOpen("reset")}>
        {words.resetFactor}
      </Button>
    ) : null;
  }
  if (!isOn) {
    return (
      <Button tone="primary" size="small" onClick={() => onOpen("setup")}>
        {words.setUp}
      </Button>
    );
  }
  return (
    <>
      <Button size="small" onClick={() => onOpen("renew")}>
        {words.newCodes}
      </Button>
      {isRequired ? null : (
        <Button size="small" onClick={() => onOpen("off")}>
          {words.turnOff}
        </Button>
      )}
    </>
  );
}

interface StandsProps {
  standing: RestCommands["GET /second_factor/{id}"]["reply"];
  isOwn: boolean;
}

function Stands({ standing: { on, since, recovery_codes: left, required }, isOwn }: StandsProps) {
  const Shield = on ? ShieldCheck : ShieldOff;
  return (
    <>
      <Shield aria-hidden className={cn("size-5 shrink-0", on ? "text-success" : "text-n10")} />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{on ? words.factorOn : words.factorOff}</p>
        <p className="text-meta text-n11">
          {on && since ? (
            <>
              {words.factorSince} <Time at={since} form="listed" /> ·{" "}
              <span className={left < few ? "text-warning" : undefined}>{words.codesLeft(left)}</span>
            </>
          ) : isOwn ? (
            words.factorHint
          ) : (
            words.factorNone
          )}
          {required ? ` ${words.factorRequired}` : null}
        </p>
      </div>
    </>
  );
}

/** How a user's second factor stands, with what the user, or an administrator, may do about it. */
export function SecondFactorField({ user }: { user: string }) {
  const isOwn = useAtomValue(identityAtom)?.userId === user;
  const [open, setOpen] = useState<Open>();
  const standing = useQuery({
    queryKey: ["second-factor", user],
    staleTime: 0,
    queryFn: () => send("GET /second_factor/{id}", { id: user }),
  });
  const close = () => {
    setOpen(undefined);
    void standing.refetch();
  };
  if (!standing.data) {
    return standing.error ? (
      <FetchFailed error={standing.error} onRetry={() => void standing.refetch()} />
    ) : (
      <SkeletonRows count={1} label={words.loadingFactor} />
    );
  }
  const { on, required } = standing.data;
  const reset = async () => {
    try {
      await send("DELETE /second_factor/{id}", { id: user });
      toast.success(words.factorReset);
    } catch (error) {
      sayRefusal(error);
    }
    close();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-1 pb-5 @max-md:px-4">
      <Stands standing={standing.data} isOwn={isOwn} />
      <Buttons isOwn={isOwn} isOn={on} isRequired={required} onOpen={setOpen} />
      {open === "setup" ? (
        <Dialog title={words.setUpTitle} onClose={close} isPassing className="max-w-md">
          <SecondFactorSetup onDone={close} />
        </Dialog>
      ) : open === "renew" || open === "off" ? (
        <ProofDialog kind={open} onClose={close} onDone={(codes) => (codes ? setOpen({ codes }) : close())} />
      ) : open === "reset" ? (
        <ConfirmDialog
          title={words.resetTitle}
          text={words.resetText}
          action={words.resetFactor}
          onConfirm={reset}
          onClose={() => setOpen(undefined)}
        />
      ) : open ? (
        <Dialog title={words.codesTitle} onClose={close} isPassing className="max-w-md">
          <RecoveryCodes codes={open.codes} onDone={close} />
        </Dialog>
      ) : null}
    </div>
  );
}
