import { Link } from "@tanstack/react-router";
import type { WireRecord } from "@/api";
import { cn } from "@/lib/cn";
import { formatPhone, isE164 } from "@/lib/phone";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { useTint } from "../list/Row";

interface SectionLineProps {
  object: string;
  id: string;
  path: string;
  naming: { title: ((record: WireRecord, me: string) => string) | undefined; nameField: string };
  isLeaving: boolean;
  /** When somebody changed it last, in milliseconds. */
  changed: number | undefined;
}

/** One record of a section, which leads to it. */
export function SectionLine({ object, id, path, naming, isLeaving, changed }: SectionLineProps) {
  const record = useRecord(object, id);
  const me = useAtomValue(identityAtom)?.userId ?? "";
  const ref = useTint<HTMLLIElement>(changed);
  if (!record) {
    return null;
  }
  const own = String(record[naming.nameField] ?? "");
  const name = naming.title?.(record, me) || (isE164(own) ? formatPhone(own) : own) || t.records.unnamed;
  return (
    <li ref={ref} className={cn("rounded transition-opacity duration-180", isLeaving && "opacity-0")}>
      <Link
        data-tip-cut
        to={path}
        dir="auto"
        className="block h-7 truncate rounded pr-2 pl-8.5 text-n11 leading-7 transition-colors duration-120 hover:bg-n4 hover:text-n12 data-[status=active]:bg-n4 data-[status=active]:font-medium data-[status=active]:text-n12"
      >
        {name}
      </Link>
    </li>
  );
}
