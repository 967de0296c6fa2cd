import { useId, useState } from "react";
import { detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { refuseTexts } from "./api";
import { words } from "./messages";

interface TurnAwayProps {
  isOn: boolean;
  onDone: () => void;
}

/** Has the network turn the product's texts away, to see what becomes of them. */
export function TurnAway({ isOn, onDone }: TurnAwayProps) {
  const hint = useId();
  const [isBusy, setIsBusy] = useState(false);

  const change = async () => {
    setIsBusy(true);
    try {
      await refuseTexts(!isOn);
    } catch (error) {
      toast.error(words.failed(detailOf(error)));
    } finally {
      setIsBusy(false);
      onDone();
    }
  };

  return (
    <div className="flex flex-col gap-0.5 text-n11">
      <label className="flex w-fit items-center gap-2 text-n12">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isBusy}
          aria-describedby={hint}
          onChange={() => void change()}
          className="size-4 accent-[var(--accent)]"
        />
        {words.turnAway}
      </label>
      <p id={hint} className="pl-6 text-meta">
        {words.turnAwayHint}
      </p>
    </div>
  );
}
