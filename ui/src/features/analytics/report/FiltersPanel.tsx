import { useFeatures } from "@/feature";
import { useSchema } from "@/store";
import { words } from "../messages";
import type { ReportDraft } from "./draft";

interface FiltersPanelProps {
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
}

/** The conditions that the charted records meet. */
export function FiltersPanel({ draft, onChange }: FiltersPanelProps) {
  const schema = useSchema(draft.object || undefined);
  const Conditions = useFeatures().find((feature) => feature.Conditions)?.Conditions;
  return (
    <div className="p-4">
      {schema && Conditions ? (
        <Conditions
          key={schema.api_name}
          schema={schema}
          rows={draft.filters}
          isAny={draft.isAny}
          onChange={(filters, isAny) => onChange({ ...draft, filters, isAny })}
          onQuery={(sql) => onChange({ ...draft, filters: [], isSql: true, sql })}
        />
      ) : (
        <p className="text-n11">{words.objectFirst}</p>
      )}
    </div>
  );
}
