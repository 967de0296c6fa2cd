import { LockKeyhole } from "lucide-react";
import { words } from "./messages";
import { mask } from "./reveal";

/** The mask; readers of the screen hear what it stands for. */
export function Masked({ title }: { title: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-n11">
      <LockKeyhole aria-hidden className="size-3 shrink-0" />
      <span aria-hidden className="font-mono tracking-wider">
        {mask}
      </span>
      <span className="sr-only">{words.masked(title)}</span>
    </span>
  );
}
