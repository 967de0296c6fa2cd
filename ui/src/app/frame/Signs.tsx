import { useFeatures } from "@/feature";
import { FeatureParts } from "./FeatureParts";

/** What features show beside one's availability: the place is there before their code is. */
export function Signs() {
  const count = useFeatures().filter(({ Sign }) => Sign).length;
  return count === 0 ? null : (
    <span style={{ minWidth: `${count * 2}rem` }} className="flex shrink-0 items-center justify-center">
      <FeatureParts place="Sign" />
    </span>
  );
}
