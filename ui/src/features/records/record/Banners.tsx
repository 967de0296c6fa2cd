import { Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { t } from "@/messages";

function Above({ children }: { children: ReactNode }) {
  return <div className="border-b bg-surface px-5 py-2 max-sm:px-4">{children}</div>;
}

interface BannersProps {
  schema: ObjectSchema;
  record: WireRecord;
  isRemoved: boolean;
  isRefused: boolean;
  fought: readonly string[];
}

/** What somebody else did to the record meanwhile. */
export function Banners({ schema, record, isRemoved, isRefused, fought }: BannersProps) {
  if (isRemoved) {
    return (
      <Above>
        <Banner tone="warning" icon={<Trash2 aria-hidden />}>
          {t.records.removedElsewhere}
        </Banner>
      </Above>
    );
  }
  if (isRefused || fought.length > 0) {
    const titles = fought.map((name) => schema.properties[name]?.title ?? name).join(", ");
    return (
      <Above>
        <Banner tone="warning" icon={<TriangleAlert aria-hidden />}>
          {isRefused || titles === ""
            ? t.records.conflict
            : t.records.changedElsewhere(record.modified_by?.name ?? t.records.someone, titles)}
        </Banner>
      </Above>
    );
  }
  return null;
}
