import type { EChartsCoreOption } from "echarts/core";
import type { Figures, Point } from "./api";
import { figureText, labelOf, numberOf, shortFigure } from "./figures";
import type { Palette } from "./palette";
import { type ChartType, type Thresholds, usualThresholds } from "./settings";

/** The inner radius of a donut, in pixels of a chart that is 500 high. */
const donutRadius = 80;

/** Slices whose arc is smaller in degrees have no label. */
const leastLabelled = 35;

export interface Drawing {
  type: ChartType;
  figures: Figures;
  palette: Palette;
  /** Height of the drawing in pixels. */
  height: number;
  thresholds?: Thresholds;
  /** Leaves out the legend and what else a small tile has no room for. */
  isSmall?: boolean;
}

/** What a chart of these figures looks like, for ECharts. */
export function optionOf(drawing: Drawing): EChartsCoreOption {
  const { type, palette } = drawing;
  return {
    color: [...palette.series],
    animationDuration: 250,
    animationDurationUpdate: 250,
    textStyle: { fontFamily: "Inter Variable, system-ui, sans-serif", fontSize: 12, color: palette.quiet },
    aria: { enabled: false }, // the table of its figures says more
    ...shapeOf(type, drawing),
  };
}

function shapeOf(type: ChartType, drawing: Drawing): EChartsCoreOption {
  switch (type) {
    case "Pie":
    case "Donut":
      return ringOf(drawing);
    case "Funnel":
      return funnelOf(drawing);
    case "Guage":
    case "Metric":
      return gaugeOf(drawing);
    default:
      return axesOf(drawing);
  }
}

const tip = ({ raised, text, line }: Palette) => ({
  // Drawn on the canvas: the page's content security policy allows no style in a text.
  renderMode: "richText",
  backgroundColor: raised,
  borderColor: line,
  borderWidth: 1,
  padding: [8, 10],
  textStyle: { color: text, fontSize: 12 },
  confine: true,
});

function legendOf({ palette, isSmall, figures }: Drawing) {
  const isShown = figures.series.length > 1 && !isSmall;
  return {
    show: isShown,
    type: "scroll",
    bottom: 0,
    icon: "circle",
    itemWidth: 8,
    itemHeight: 8,
    textStyle: { color: palette.quiet },
    pageTextStyle: { color: palette.quiet },
    pageIconColor: palette.quiet,
  };
}

function axesOf(drawing: Drawing): EChartsCoreOption {
  const { type, figures, palette, isSmall } = drawing;
  const isLying = type === "Horizontal Bar";
  const isLine = type === "Line" || type === "Area";
  const labels = figures.data.map(labelOf);
  const categories = {
    type: "category",
    data: labels,
    inverse: isLying,
    boundaryGap: !isLine,
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: { color: palette.quiet, hideOverlap: true, width: isLying ? 120 : 96, overflow: "truncate" },
  };
  const values = {
    type: "value",
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: { color: palette.quiet, formatter: shortFigure },
    minInterval: figures.aggregate === "Count" ? 1 : 0,
  };
  return {
    grid: {
      left: 8,
      right: 16,
      top: 16,
      bottom: figures.series.length > 1 && !isSmall ? 36 : 8,
      containLabel: true,
    },
    legend: legendOf(drawing),
    tooltip: { ...tip(palette), trigger: type === "Scatter" ? "item" : "axis", valueFormatter: figureText },
    xAxis: isLying ? values : categories,
    yAxis: isLying ? categories : values,
    series: figures.series.map(({ key, label }, at) => ({
      name: label,
      type: isLine ? "line" : type === "Scatter" ? "scatter" : "bar",
      data: figures.data.map((point) => numberOf(point[key]) ?? null),
      barMaxWidth: 40,
      symbolSize: type === "Scatter" ? 9 : 6,
      showSymbol: figures.data.length < 40,
      smooth: false,
      ...(isLine
        ? { lineStyle: { width: 2 } }
        : { itemStyle: { borderRadius: isLying ? [0, 3, 3, 0] : [3, 3, 0, 0] } }),
      ...(type === "Area" ? { areaStyle: { opacity: at === 0 ? 0.16 : 0.1 } } : {}),
    })),
  };
}

const slicesOf = ({ data, series: [first] }: Figures) =>
  data.map((point: Point) => ({
    name: labelOf(point),
    value: numberOf(first ? point[first.key] : undefined) ?? 0,
  }));

function ringOf(drawing: Drawing): EChartsCoreOption {
  const { type, figures, palette, height, isSmall } = drawing;
  const slices = slicesOf(figures);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const outer = Math.max(40, height / 2 - 48);
  const inner = type === "Donut" ? Math.min(donutRadius, outer * 0.6) : 0;
  return {
    tooltip: { ...tip(palette), trigger: "item", valueFormatter: figureText },
    legend: { ...legendOf(drawing), show: slices.length > 1 },
    series: [
      {
        type: "pie",
        // A tile may be narrower than it is high: shares fit both.
        radius: isSmall ? [type === "Donut" ? "48%" : 0, "78%"] : [inner, outer],
        center: ["50%", isSmall ? "45%" : "47%"],
        itemStyle: { borderColor: palette.surface, borderWidth: 2 },
        labelLine: { show: false },
        label: { position: "inside", color: palette.surface, fontWeight: 600 },
        data: slices.map((slice) => {
          const share = total === 0 ? 0 : slice.value / total;
          return {
            ...slice,
            label: { show: share * 360 > leastLabelled, formatter: `${Math.round(share * 100)}%` },
          };
        }),
      },
    ],
  };
}

function funnelOf(drawing: Drawing): EChartsCoreOption {
  const { figures, palette, isSmall } = drawing;
  return {
    tooltip: { ...tip(palette), trigger: "item", valueFormatter: figureText },
    series: [
      {
        type: "funnel",
        left: "12%",
        right: "12%",
        top: 12,
        bottom: 12,
        gap: 2,
        label: { show: !isSmall, position: "inside", color: palette.surface, formatter: "{b}" },
        itemStyle: { borderWidth: 0 },
        data: slicesOf(figures),
      },
    ],
  };
}

/** The one number of a gauge or a metric. */
export const numberIn = ({ data: [first], series: [series] }: Figures): number =>
  numberOf(series ? first?.[series.key] : undefined) ?? 0;

function gaugeOf(drawing: Drawing): EChartsCoreOption {
  const { figures, palette, height, thresholds = figures.thresholds ?? usualThresholds } = drawing;
  const { low, mid, high, max } = thresholds;
  const share = (bound: number) => Math.min(1, Math.max(0, bound / (max || 1)));
  return {
    series: [
      {
        type: "gauge",
        min: 0,
        max,
        radius: Math.max(48, height / 2 - 4),
        center: ["50%", "58%"],
        startAngle: 210,
        endAngle: -30,
        axisLine: {
          lineStyle: {
            width: 16,
            color: [
              [share(low), palette.low],
              [share(mid), palette.mid],
              [share(high), palette.high],
              [1, palette.high],
            ],
          },
        },
        pointer: { length: "58%", width: 4, itemStyle: { color: palette.text } },
        anchor: { show: true, size: 10, itemStyle: { color: palette.text } },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { distance: 22, color: palette.quiet, fontSize: 11, formatter: shortFigure },
        detail: {
          offsetCenter: [0, "46%"],
          color: palette.text,
          fontSize: 26,
          fontWeight: 600,
          formatter: figureText,
        },
        data: [{ value: numberIn(figures) }],
      },
    ],
  };
}
