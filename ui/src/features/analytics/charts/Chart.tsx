import { ChartColumn } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { part } from "@/feature";
import { words } from "../messages";
import type { Figures } from "./api";
import type { DrawnProps } from "./Drawn";
import { figureText, isEmptyFigures } from "./figures";
import { numberIn } from "./option";
import type { ChartSettings, Thresholds } from "./settings";

const Drawn = part<DrawnProps>(() => import("./Drawn").then((file) => file.Drawn));

/** The height of a chart on a page of its own, in pixels. */
function heightOf({ chartType }: Pick<ChartSettings, "chartType">): number {
  if (chartType === "Guage") {
    return 300;
  }
  return chartType === "Pie" || chartType === "Donut" ? 600 : 500;
}

interface ChartProps {
  settings: Pick<ChartSettings, "chartType">;
  figures: Figures;
  label: string;
  /** In pixels; that of a chart on a page of its own where nothing is said. */
  height?: number;
  thresholds?: Thresholds | undefined;
  isSmall?: boolean;
  onPoint?: (point: number, series: number) => void;
  picture?: { current: (() => string) | undefined };
}

/** The chart of these figures: one large number, or a drawing. */
export function Chart(props: ChartProps) {
  const { settings, figures, label, height = heightOf(settings), isSmall = false } = props;
  if (settings.chartType === "Metric") {
    const number = figureText(numberIn(figures));
    return (
      <div
        role="img"
        aria-label={`${label}: ${number}`}
        className="flex h-full flex-col items-center justify-center gap-1 p-4"
        style={{ minHeight: isSmall ? undefined : 240 }}
      >
        <span className="font-semibold text-[2.75rem] text-n12 leading-tight tabular-nums tracking-tight">
          {number}
        </span>
        <span className="text-n11">{figures.series[0]?.label}</span>
      </div>
    );
  }
  if (isEmptyFigures(figures)) {
    return <PageState icon={<ChartColumn />} title={words.noFigures} text={words.noFiguresText} />;
  }
  return (
    <Drawn
      type={settings.chartType}
      figures={figures}
      label={label}
      height={height}
      thresholds={props.thresholds}
      isSmall={isSmall}
      onPoint={props.onPoint}
      {...(props.picture ? { picture: props.picture } : {})}
    />
  );
}
