import { ChartColumn, Download, RotateCw } from "lucide-react";
import { useRef } from "react";
import type { WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Choices } from "@/components/Choices/Choices";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import type { Figures } from "../charts/api";
import { Chart } from "../charts/Chart";
import { FiguresTable } from "../charts/FiguresTable";
import { csvOf } from "../charts/figures";
import { missing } from "../charts/settings";
import type { useFigures } from "../charts/useFigures";
import { words } from "../messages";
import { Details } from "./Details";
import type { ReportDraft } from "./draft";

export type ResultTab = keyof typeof words.results;

/** Saves a file from its address in this browser. */
function save(href: string, name: string): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

function saveText(text: string, name: string): void {
  // Spreadsheets take a file with this mark for UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  save(url, name);
  URL.revokeObjectURL(url);
}

interface ResultsProps {
  draft: ReportDraft;
  found: ReturnType<typeof useFigures>;
  tab: ResultTab;
  /** The stored report; a new one has no details. */
  record: WireRecord | undefined;
  onTab: (tab: ResultTab) => void;
  onPoint?: ((figures: Figures, point: number, series: number) => void) | undefined;
}

interface ShownProps extends ResultsProps {
  label: string;
  picture: { current: (() => string) | undefined };
}

/** What stands in place of the figures while they cannot be shown. */
function Absent({ draft, found }: ResultsProps) {
  const lacks = missing(draft.settings);
  if (draft.object === "" || lacks) {
    const field = lacks === "xy" ? words.selectXAndY : words.selectField;
    const title = draft.object === "" ? words.objectFirst : field;
    return <PageState icon={<ChartColumn />} title={title} text={words.incompleteText} />;
  }
  if (found.error) {
    return <FetchFailed title={words.fetchError} error={found.error} onRetry={() => void found.refresh()} />;
  }
  return (
    <div role="status" aria-label={t.frame.loading} className="p-6">
      <Skeleton className="h-96 w-full rounded" />
    </div>
  );
}

function Shown(props: ShownProps) {
  const { draft, found, tab, record, onPoint, label, picture } = props;
  const { figures } = found;
  if (tab === "details" && record) {
    return <Details record={record} />;
  }
  if (!figures || !isDrawable(draft, found)) {
    return <Absent {...props} />;
  }
  return (
    <>
      {figures.truncated ? (
        <Banner tone="warning" className="m-4">
          {words.truncated(figures.data.length)}
        </Banner>
      ) : null}
      {tab === "table" ? (
        <FiguresTable figures={figures} label={label} />
      ) : (
        <div className="p-4 max-sm:p-2">
          <Chart
            settings={draft.settings}
            figures={figures}
            label={label}
            thresholds={draft.thresholds}
            picture={picture}
            {...(onPoint ? { onPoint: (point, series) => onPoint(figures, point, series) } : {})}
          />
          <div className="sr-only">
            <FiguresTable figures={figures} label={label} />
          </div>
        </div>
      )}
    </>
  );
}

/** Whether there are figures that fit the settings. */
const isDrawable = ({ object, settings }: ReportDraft, { figures, error }: ResultsProps["found"]): boolean =>
  figures !== undefined && error === null && object !== "" && missing(settings) === undefined;

/** What a report shows: its chart, its figures, and what is known of the report itself. */
export function Results(props: ResultsProps) {
  const { draft, found, tab, record, onTab } = props;
  const picture = useRef<() => string>(undefined);
  const { figures, isFetching, refresh } = found;
  const { settings, name } = draft;
  const isDrawn = isDrawable(draft, found);
  const label = words.describe(name, words.chartTypes[settings.chartType]);
  const { details: _, ...unsaved } = words.results;
  const file = name.trim() || words.report;
  return (
    <section aria-label={words.resultsLabel} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <Choices
          label={words.resultsLabel}
          words={record ? words.results : (unsaved as typeof words.results)}
          chosen={tab}
          onChoose={onTab}
        />
        <span className="flex-1" />
        {figures && isDrawn ? (
          <Menu
            label={words.download}
            isIcon
            trigger={<Download className="size-4" />}
            triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
            sections={[
              {
                items: [
                  ...(tab === "chart" && settings.chartType !== "Metric"
                    ? [
                        {
                          key: "png",
                          label: words.downloadPng,
                          onSelect: () => save(picture.current?.() ?? "", `${file}.png`),
                        },
                      ]
                    : []),
                  {
                    key: "csv",
                    label: words.downloadCsv,
                    onSelect: () => saveText(csvOf(figures), `${file}.csv`),
                  },
                ],
              },
            ]}
          />
        ) : null}
        <IconButton
          label={words.refresh}
          icon={<RotateCw className="size-4" />}
          disabled={isFetching || !isDrawn}
          onClick={() => void refresh()}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto bg-surface">
        <Shown {...props} picture={picture} label={label} />
      </div>
    </section>
  );
}
