// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Figures } from "./api";
import { csvOf, figureText, isEmptyFigures } from "./figures";
import { optionOf } from "./option";
import type { Palette } from "./palette";
import { aggregatesOf, chartTypes, missing, retyped, settingsOf, thresholdsOf } from "./settings";

const palette: Palette = {
  series: ["#1", "#2"],
  text: "t",
  quiet: "q",
  line: "l",
  surface: "s",
  raised: "r",
  low: "red",
  mid: "yellow",
  high: "green",
};

const figures: Figures = {
  chartType: "Bar",
  aggregate: "Count",
  x: { key: "owner", label: "Owner" },
  series: [
    { key: "s1", label: "Calls" },
    { key: "s2", label: "Texts" },
  ],
  data: [
    { x: "a", label: "Ann", s1: 9, s2: 1 },
    { x: "b", label: '=Bob, "B"', s1: 1, s2: null },
  ],
  truncated: false,
};

interface Drawn {
  series: {
    type: string;
    name?: string;
    data: unknown[];
    radius: unknown;
    axisLine?: { lineStyle: { color: [number, string][] } };
    max?: number;
  }[];
  xAxis?: { type: string };
}

const drawn = (type: (typeof chartTypes)[number], of = figures, height = 500) =>
  optionOf({ type, figures: of, palette, height }) as unknown as Drawn;

describe("the settings of a chart", () => {
  it("offer sums of numbers alone, and a count wherever one number is shown", () => {
    expect(aggregatesOf("Line", true)).toEqual([
      "Count",
      "Sum",
      "Average",
      "Min",
      "Max",
      "Value",
      "Cumulative",
    ]);
    expect(aggregatesOf("Line", false)).toEqual(["Count", "Value", "Cumulative"]);
    expect(aggregatesOf("Pie", true)).toEqual(["Count", "Sum", "Average", "Min", "Max", "Value"]);
    expect(aggregatesOf("Guage", true)).toEqual(["Count"]);
    expect(aggregatesOf("Metric", true)).toEqual(["Count"]);
  });

  it("name what is missing", () => {
    expect(missing({ chartType: "Line", aggregate: "Count", x: "owner" })).toBe("xy");
    expect(missing({ chartType: "Funnel", aggregate: "Count" })).toBe("field");
    expect(missing({ chartType: "Bar", aggregate: "Count", x: "owner", y: "id" })).toBeUndefined();
  });

  it("keep what another type has as well", () => {
    const line = settingsOf({
      chartType: "Line",
      x: "owner",
      y: "id",
      aggregate: "cumulative",
      summarizeBy: "tags",
    });
    expect(retyped(line, "Donut")).toEqual({
      chartType: "Donut",
      aggregate: "Count",
      field: "owner",
      summarizeBy: "tags",
    });
    expect(retyped(retyped(line, "Guage"), "Bar")).toEqual({
      chartType: "Bar",
      aggregate: "Count",
      x: "owner",
      y: "id",
    });
  });

  it("are read as other clients wrote them", () => {
    expect(settingsOf({ chartType: "Gauge", aggregate: "count", groupByDateTime: "DAY", x: 3 })).toEqual({
      chartType: "Guage",
      aggregate: "Count",
      groupByDateTime: "Day",
    });
    expect(settingsOf(null)).toEqual({ chartType: "Line", aggregate: "Count" });
    expect(thresholdsOf({ low: 10 })).toEqual({ low: 10, mid: 40, high: 60, max: 100 });
  });
});

describe("a drawing", () => {
  it("has one series per series of the figures, and gaps where there is no figure", () => {
    const { series, xAxis } = drawn("Bar");
    expect(xAxis?.type).toBe("category");
    expect(series.map(({ name, data }) => [name, data])).toEqual([
      ["Calls", [9, 1]],
      ["Texts", [1, null]],
    ]);
    expect(drawn("Horizontal Bar").xAxis?.type).toBe("value");
  });

  it("labels slices above 35 degrees, without decimals, around a hole of 80 pixels", () => {
    const [ring] = drawn("Donut").series;
    expect(ring?.radius).toEqual([80, 202]);
    expect(ring?.data).toMatchObject([
      { name: "Ann", value: 9, label: { show: true, formatter: "90%" } },
      { value: 1, label: { show: true, formatter: "10%" } },
    ]);
    const thin = {
      ...figures,
      data: [
        { label: "a", s1: 97 },
        { label: "b", s1: 3 },
      ],
    };
    expect(drawn("Pie", thin).series[0]?.data).toMatchObject([
      { label: { show: true } },
      { label: { show: false } },
    ]);
  });

  it("ends a gauge's colors at 20, 40 and 60 of 100", () => {
    const [gauge] = drawn("Guage", { ...figures, data: [{ s1: 12 }] }, 300).series;
    expect(gauge?.max).toBe(100);
    expect(gauge?.axisLine?.lineStyle.color).toEqual([
      [0.2, "red"],
      [0.4, "yellow"],
      [0.6, "green"],
      [1, "green"],
    ]);
    expect(gauge?.data).toEqual([{ value: 12 }]);
  });

  it("is there for every type", () => {
    for (const type of chartTypes) {
      expect(drawn(type).series.length, type).toBeGreaterThan(0);
    }
  });
});

describe("figures", () => {
  it("are written as people read them", () => {
    expect(figureText(1234567)).toBe("1,234,567");
    expect(figureText(1.005)).toBe("1.01");
    expect(figureText(null)).toBe("–");
  });

  it("are empty where no point has one", () => {
    expect(isEmptyFigures(figures)).toBe(false);
    expect(isEmptyFigures({ ...figures, data: [{ s1: null }] })).toBe(true);
  });

  it("make a CSV that no spreadsheet runs", () => {
    expect(csvOf(figures)).toBe('Owner,Calls,Texts\r\nAnn,9,1\r\n"\'=Bob, ""B""",1,');
  });
});
