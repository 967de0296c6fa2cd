/** The colors of a chart, taken from the theme's tokens when it is drawn. */
export interface Palette {
  series: readonly string[];
  text: string;
  quiet: string;
  line: string;
  surface: string;
  raised: string;
  low: string;
  mid: string;
  high: string;
}

/** Reads the tokens of the theme that the page has now. */
export function paletteOf(element: Element): Palette {
  const styles = getComputedStyle(element);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    series: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`chart-${number}`)),
    text: token("n12"),
    quiet: token("n11"),
    line: token("n5"),
    surface: token("surface"),
    raised: token("raised"),
    low: token("chart-low"),
    mid: token("chart-mid"),
    high: token("chart-high"),
  };
}
