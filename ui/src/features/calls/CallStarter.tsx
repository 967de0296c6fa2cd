import { Phone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialer } from "./Dialer";
import { words } from "./messages";
import { useBusy } from "./useBusy";

/** Begins a call to whom one chooses; closed while one is on another. */
export function CallStarter({ label = words.call }: { label?: string }) {
  const busyWith = useBusy();
  const [isDialing, setDialing] = useState(false);
  return (
    <>
      <Button
        tone="primary"
        icon={<Phone className="size-4" />}
        disabled={busyWith !== undefined}
        tip={busyWith}
        onClick={() => setDialing(true)}
      >
        {label}
      </Button>
      {isDialing ? <Dialer onClose={() => setDialing(false)} /> : null}
    </>
  );
}
