import { Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Pill } from "@/components/Pill/Pill";
import { part } from "@/feature";
import { t } from "@/messages";
import { words } from "../messages";

function Above({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="border-b bg-surface px-5 py-2 max-sm:px-4">
      <Banner tone="warning" icon={icon}>
        {children}
      </Banner>
    </div>
  );
}

export const MergedAway = part(() => import("../merge/MergedAway").then((file) => file.MergedAway));

interface BannersProps {
  about: { object: string; id: string };
  isRemoved: boolean;
  isRefused: boolean;
}

/** What happened to the record as a whole: somebody deleted or merged it, or one's own save came too late. */
export function Banners({ about, isRemoved, isRefused }: BannersProps) {
  if (isRemoved) {
    return (
      <>
        <MergedAway {...about} />
        <Above icon={<Trash2 aria-hidden />}>{words.removedElsewhere}</Above>
      </>
    );
  }
  return isRefused ? <Above icon={<TriangleAlert aria-hidden />}>{words.conflict}</Above> : null;
}

interface MeanwhileProps {
  schema: ObjectSchema;
  record: WireRecord;
  fought: readonly string[];
}

/** Who changed what one is changing. It stands where nothing moves for it; the values stand beside the fields. */
export function Meanwhile({ schema, record, fought }: MeanwhileProps) {
  const titles = fought.map((name) => schema.properties[name]?.title ?? name).join(", ");
  return (
    <span role="status" className="min-w-0">
      {fought.length > 0 ? (
        <Pill tone="warning" className="max-w-full animate-fade">
          <TriangleAlert aria-hidden className="size-3 shrink-0" />
          <span className="truncate">
            {words.changedElsewhere(record.modified_by?.name ?? t.records.someone, titles)}
          </span>
        </Pill>
      ) : null}
    </span>
  );
}
