const number = new Intl.NumberFormat("en-US");

export const words = {
  export: "Export",
  title: (plural: string) => `Export ${plural}`,
  which: "Which records",
  selected: (count: number) => `The selected ones (${number.format(count)})`,
  found: (count: number | undefined) =>
    count === undefined ? "All of this list" : `All of this list (${number.format(count)})`,
  all: (plural: string) => `All ${plural}, without filter and search`,
  format: "Format",
  formats: { csv: "CSV", xlsx: "Excel (XLSX)", jsonl: "JSON Lines" },
  formatHints: {
    csv: "For spreadsheets and other programs, in UTF-8.",
    xlsx: "A workbook of up to 250,000 records.",
    jsonl: "One JSON object per line, with all parts of each value.",
  },
  columns: "Columns",
  shown: "As shown",
  every: "All",
  chooseColumn: "Choose at least one column",
  private: "Only you can download the file. It is kept for 7 days.",
  start: "Export",
  running: "Exporting",
  leave: "You can leave this page. The export goes on, and the jobs menu shows how far it has got.",
  of: (done: number, total: number) => `${number.format(done)} of ${number.format(total)}`,
  progress: "Progress of the export",
  done: (rows: number) => `Exported ${number.format(rows)} ${rows === 1 ? "record" : "records"}`,
  failed: "The export failed",
  canceled: "The export was canceled",
  notFound: "This export could not be loaded",
  download: "Download",
  until: "The file is kept until",
  toList: (plural: string) => `Go to ${plural}`,
};

const units = ["bytes", "KB", "MB", "GB"];

/** A size as people read it. */
export function sizeText(bytes: number): string {
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3)) : 0;
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(bytes / 1000 ** power)} ${units[power]}`;
}
