import { Eye } from "lucide-react";
import { useState } from "react";
import { viewAs, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { words } from "./messages";
import { sayRefusal } from "./useWeek";

/** Lets a superuser see the product as a user. */
export function ViewAsField({ record }: { record: WireRecord }) {
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      await viewAs(record.id);
    } catch (error) {
      sayRefusal(error);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-1 pb-5 @max-md:px-4">
      <p className="min-w-48 flex-1 text-n11">{words.viewAsText}</p>
      <Button size="small" icon={<Eye className="size-4" />} isBusy={isBusy} onClick={() => void begin()}>
        {words.viewAs}
      </Button>
    </div>
  );
}
