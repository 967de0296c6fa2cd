import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { useLiveRecord } from "@/realtime";
import { useSchema } from "@/store";
import type { ChartSettings } from "../charts/settings";
import { words as reportWords } from "../messages";
import { reportObject } from "../names";
import { draftOf } from "../report/draft";
import { chartFieldsOf, useColumns } from "../report/fields";
import { ChartPicker } from "../report/SettingsPanel";
import type { ReportComponent } from "./layout";
import { words } from "./messages";

interface ChartDialogProps {
  component: ReportComponent;
  onClose: () => void;
  /** Undefined takes the report's own settings. */
  onApply: (settings: ChartSettings | undefined) => void;
}

/** The chart settings of one tile, which leave the report as it is. */
export function ChartDialog({ component, onClose, onApply }: ChartDialogProps) {
  const { shown } = useLiveRecord(reportObject, component.id);
  const draft = shown ? draftOf(shown.record) : undefined;
  const schema = useSchema(draft?.object || undefined);
  const { columns } = useColumns({ isSql: draft?.isSql ?? false, sql: draft?.sql ?? "" });
  const [chosen, setChosen] = useState(component.settings);
  if (!draft) {
    return null;
  }
  const settings = chosen ?? draft.settings;
  return (
    <Dialog
      title={words.chartOf(draft.name)}
      onClose={onClose}
      onSubmit={() => onApply(chosen)}
      footer={
        <>
          <Button onClick={() => onApply(undefined)}>{words.asReport}</Button>
          <span className="flex-1" />
          <Button onClick={onClose}>{reportWords.cancel}</Button>
          <Button type="submit" tone="primary">
            {words.apply}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ChartPicker
          settings={settings}
          fields={columns ?? (schema ? chartFieldsOf(schema) : [])}
          onSettings={setChosen}
        />
      </div>
    </Dialog>
  );
}
