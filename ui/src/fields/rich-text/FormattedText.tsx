import { part } from "@/feature";

/** RichText, whose reader of Markdown is loaded where one is shown. */
export const FormattedText = part<{ text: string }>(() => import("./RichText").then((file) => file.RichText));

const AsTyped = ({ text }: { text: string }) => <bdi className="truncate text-left">{text}</bdi>;

/** Its words in one line; until the reader of Markdown is there, and where it can't be loaded, as they were typed. */
export const FormattedLine = part<{ text: string }>(
  () => import("./RichText").then((file) => file.RichLine),
  AsTyped,
  AsTyped,
);
