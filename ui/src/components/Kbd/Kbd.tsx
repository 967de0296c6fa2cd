import { keyLabel } from "@/lib/keys";

/** A key or a combination, as this system writes it. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex h-5 items-center rounded-sm border border-n7 bg-n2 px-1.5 font-medium font-sans text-[11px] text-n11">
      {keyLabel(keys)}
    </kbd>
  );
}
