import { VolumeX } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/Button/Button";
import { useAtomValue } from "@/store";
import { words } from "../messages";
import { refusedAtom } from "./ringing";
import { withRinger } from "./useRing";

/** That the browser keeps a call silent, and what ends that; so does any other press or key. */
export function EnableSound() {
  const isRefused = useAtomValue(refusedAtom);
  const why = useId();
  if (!isRefused) {
    return null;
  }
  return (
    <div className="flex shrink-0 items-center gap-2.5">
      {/* Who calls is read first: these words have a place on wide screens alone. */}
      <span id={why} className="text-meta text-n11 max-xl:sr-only">
        {words.isSilent}
      </span>
      <Button
        isShort
        aria-describedby={why}
        tip={words.isSilent}
        icon={<VolumeX className="size-4" />}
        onClick={() => void withRinger((one) => one.enable()).catch(() => undefined)}
      >
        {words.enableSound}
      </Button>
    </div>
  );
}
