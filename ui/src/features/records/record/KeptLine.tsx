import { History } from "lucide-react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { listedTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { words } from "../messages";

interface KeptLineProps {
  at: string;
  /** They stand in the form already where there is nothing to restore. */
  onRestore?: (() => void) | undefined;
  onDiscard: () => void;
}

/** Says that changes of an earlier visit were kept, and what can be done with them. */
export function KeptLine({ at, onRestore, onDiscard }: KeptLineProps) {
  useZone();
  const time = parseTime(at);
  return (
    <div className="border-b bg-surface px-5 py-2 max-sm:px-4">
      <Banner
        tone="info"
        icon={<History aria-hidden />}
        action={
          <span className="flex shrink-0 gap-1.5">
            {onRestore ? (
              <Button size="small" onClick={onRestore}>
                {words.restore}
              </Button>
            ) : null}
            <Button size="small" tone="ghost" onClick={onDiscard}>
              {words.discard}
            </Button>
          </span>
        }
      >
        {words.keptFrom(time ? listedTime(time) : at)}
      </Banner>
    </div>
  );
}
