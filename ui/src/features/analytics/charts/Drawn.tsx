import { useEffect, useRef } from "react";
import type { Figures } from "./api";
import { init } from "./echarts";
import { optionOf } from "./option";
import { paletteOf } from "./palette";
import type { ChartType, Thresholds } from "./settings";

export interface DrawnProps {
  type: ChartType;
  figures: Figures;
  /** What the chart shows, for those who do not see it. */
  label: string;
  height: number;
  thresholds?: Thresholds | undefined;
  isSmall?: boolean;
  /** A press on a mark, by the positions of its point and series. */
  onPoint?: ((point: number, series: number) => void) | undefined;
  /** Takes what makes a PNG of the chart as it is drawn now. */
  picture?: { current: (() => string) | undefined };
}

/** A chart on a canvas, in the colors of the theme and as wide as its place. */
export function Drawn(props: DrawnProps) {
  const { type, figures, label, height, thresholds, isSmall, onPoint, picture } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const press = useRef(onPoint);
  press.current = onPoint;

  useEffect(() => {
    const element = place.current;
    if (!element) {
      return;
    }
    const made = init(element);
    chart.current = made;
    made.on("click", (event) => press.current?.(event.dataIndex, event.seriesIndex ?? 0));
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);

  useEffect(() => {
    const draw = () => {
      const element = place.current;
      if (element && chart.current) {
        const palette = paletteOf(element);
        const option = optionOf({
          type,
          figures,
          palette,
          height,
          ...(thresholds ? { thresholds } : {}),
          ...(isSmall ? { isSmall } : {}),
        });
        chart.current.setOption(option, { notMerge: true });
        if (picture) {
          const { surface } = palette;
          picture.current = () =>
            chart.current?.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: surface }) ?? "";
        }
      }
    };
    draw();
    // Another theme has other tokens.
    const watch = new MutationObserver(draw);
    watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => watch.disconnect();
  }, [type, figures, height, thresholds, isSmall, picture]);

  return <div ref={place} role="img" aria-label={label} style={{ height }} className="w-full" />;
}
