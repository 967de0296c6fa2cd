import { type ListToolProps, useFeatures } from "@/feature";

/** What features offer to do with a list. */
export function ListTools(props: ListToolProps) {
  return useFeatures().map(({ listTool: Tool }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the features stay as they are
    Tool ? <Tool key={place} {...props} /> : null,
  );
}
