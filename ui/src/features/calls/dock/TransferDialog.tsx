import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { holdsText } from "@/lib/fold";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { callerName } from "../callerName";
import { transferCall } from "../handing";
import type { CallRecord } from "../objects";
import { transferWords } from "../transferWords";

const kinds = ["Warm", "Cold"] as const;

/** To whom a call goes, and whether one talks with him first, where one has taken it. Those who are there come first. */
export function TransferDialog({ call, onClose }: { call: CallRecord; onClose: () => void }) {
  const isRouted = call.status === "ringing"; // nobody speaks with the customer yet
  const me = useAtomValue(identityAtom)?.userId;
  const all = useAtomValue(colleaguesAtom) ?? [];
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const found = all
    .filter(({ id, name }) => id !== me && holdsText(name, wanted))
    .sort((left, right) => Number(left.status !== "available") - Number(right.status !== "available"));
  const target = found.find(({ id }) => id === chosen) ?? (wanted === "" ? undefined : found[0]);

  const send = async (kind: (typeof kinds)[number]) => {
    if (!target || isBusy) {
      return;
    }
    setBusy(true);
    if (await transferCall(call, target, kind)) {
      onClose();
    } else {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={(isRouted ? transferWords.routeTo : transferWords.transferTo)(callerName(call))}
      onClose={onClose}
      isPassing
      onSubmit={() => send("Cold")}
      footer={(isRouted ? (["Cold"] as const) : kinds).map((kind) => (
        <Button
          key={kind}
          type={kind === "Cold" ? "submit" : "button"}
          tone={kind === "Cold" ? "primary" : "secondary"}
          disabled={!target}
          isBusy={isBusy}
          tip={isRouted ? transferWords.routeHint : transferWords.transferKindHints[kind]}
          onClick={kind === "Warm" ? () => void send(kind) : undefined}
        >
          {isRouted ? transferWords.route : transferWords.transferKinds[kind]}
        </Button>
      ))}
    >
      <div className="flex flex-col gap-3">
        <input
          aria-label={transferWords.findColleague}
          placeholder={transferWords.findColleague}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={inputClass}
        />
        {found.length === 0 ? <p className="py-2 text-n11">{transferWords.noColleague}</p> : null}
        <ul className="max-h-72 overflow-y-auto">
          {found.map((colleague) => (
            <li key={colleague.id}>
              <button
                type="button"
                aria-pressed={colleague.id === target?.id}
                onClick={() => setChosen(colleague.id)}
                onDoubleClick={() => void send("Cold")}
                className={cn(
                  "flex h-10 w-full items-center gap-2.5 rounded px-2 text-left focus-visible:-outline-offset-2",
                  colleague.id === target?.id ? "bg-accent-soft" : "hover:bg-n3",
                )}
              >
                <Avatar name={colleague.name} size="small" presence={colleague.status} />
                <bdi className="flex-1 truncate">{colleague.name}</bdi>
                <span className="text-meta text-n11">{t.frame.statuses[colleague.status]}</span>
              </button>
            </li>
          ))}
        </ul>
        {/* Its place is kept: nothing moves when it comes. */}
        <p role="status" className="min-h-8 text-meta text-n11">
          {target && target.status !== "available"
            ? isRouted
              ? transferWords.notHereToRoute
              : transferWords.notHere
            : null}
        </p>
      </div>
    </Dialog>
  );
}
