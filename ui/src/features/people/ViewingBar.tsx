import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { detailOf, refreshToken, viewAs } from "@/api";
import { Button } from "@/components/Button/Button";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, useAtomValue } from "@/store";
import { viewingWords as words } from "./viewingWords";

/** Says on every page that a superuser sees the product as another user. */
export function ViewingBar() {
  const identity = useAtomValue(identityAtom);
  const [isBusy, setBusy] = useState(false);
  const until = identity?.viewing?.until;
  useEffect(() => {
    if (until === undefined) {
      return;
    }
    // After the end the next token is the superuser's own again, and the page starts afresh.
    const left = Date.parse(until) - Date.now() + 1000;
    const timer = setTimeout(() => void refreshToken(), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until]);
  if (!identity || until === undefined) {
    return null;
  }
  const end = async () => {
    setBusy(true);
    try {
      await viewAs();
    } catch (error) {
      toast.error(detailOf(error));
      setBusy(false);
    }
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-warning border-b-2 bg-warning-soft px-4 py-2 text-warning"
    >
      <Eye aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 font-medium">
        {words.text(identity.user.name ?? "")}{" "}
        <span className="whitespace-nowrap font-normal">
          {words.until} <Time at={until} form="listed" />
        </span>
      </p>
      <Button size="small" isBusy={isBusy} onClick={() => void end()}>
        {words.end}
      </Button>
    </div>
  );
}
