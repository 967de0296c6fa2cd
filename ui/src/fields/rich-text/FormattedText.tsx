import { part } from "@/feature";

/** RichText, whose reader of Markdown is loaded where one is shown. */
export const FormattedText = part<{ text: string }>(() => import("./RichText").then((file) => file.RichText));
