import { useEffect } from "react";
import { ApiError, detailOf } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { Chart } from "../charts/Chart";
import { missing } from "../charts/settings";
import { useFigures } from "../charts/useFigures";
import { words as reportWords } from "../messages";
import { reportObject } from "../names";
import { draftOf, type ReportDraft } from "../report/draft";
import type { ReportComponent } from "./layout";
import { words } from "./messages";

/** Says once that a tile's figures could not be read: a refusal is a warning, a fault of the server an error. */
function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error instanceof ApiError && !error.isNetwork) {
      const say = error.status >= 500 ? toast.error : toast.warning;
      say(words.dataError);
    }
  }, [error]);
}

/** The report of a tile with the tile's own settings, and its figures. */
export function useReportTile(component: ReportComponent, everySeconds: number | null) {
  const { shown, error } = useLiveRecord(reportObject, component.id);
  const stored = shown && !shown.isRemoved ? draftOf(shown.record) : undefined;
  const draft: ReportDraft | undefined = stored && {
    ...stored,
    settings: component.settings ?? stored.settings,
  };
  const isComplete = draft !== undefined && draft.object !== "" && missing(draft.settings) === undefined;
  const found = useFigures(
    isComplete
      ? {
          source: {
            object: draft.object,
            query: draft.isSql ? draft.sql : "",
            filters: draft.filters,
            isAny: draft.isAny,
          },
          settings: draft.settings,
        }
      : undefined,
    everySeconds,
  );
  useFailureToast(found.error);
  return { draft, isGone: shown?.isRemoved === true || (error !== null && !shown), found };
}

interface ReportTileProps {
  tile: ReturnType<typeof useReportTile>;
  /** Room for the chart in pixels. */
  height: number;
}

/** A saved report as a tile of a dashboard. */
export function ReportTile({ tile: { draft, isGone, found }, height }: ReportTileProps) {
  if (isGone) {
    return <PageState title={words.goneTile} className="min-h-0 p-3" />;
  }
  if (draft) {
    const lacks = missing(draft.settings);
    if (lacks) {
      return (
        <PageState
          title={lacks === "xy" ? reportWords.selectXAndY : reportWords.selectField}
          className="min-h-0 p-3"
        />
      );
    }
    if (found.error && !found.figures) {
      return (
        <PageState
          role="alert"
          title={words.dataError}
          text={detailOf(found.error)}
          className="min-h-0 p-3"
        />
      );
    }
    if (found.figures) {
      return (
        <Chart
          isSmall
          settings={draft.settings}
          figures={found.figures}
          label={reportWords.describe(draft.name, reportWords.chartTypes[draft.settings.chartType])}
          height={height}
          thresholds={draft.thresholds}
        />
      );
    }
  }
  return (
    <div role="status" aria-label={t.frame.loading} className="h-full p-3">
      <Skeleton className="h-full w-full rounded" />
    </div>
  );
}
