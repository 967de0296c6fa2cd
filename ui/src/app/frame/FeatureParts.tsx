import { CatchBoundary } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { createElement, Fragment } from "react";
import { Button } from "@/components/Button/Button";
import { useFeatures } from "@/feature";
import { t } from "@/messages";

function Crashed({ reset }: { reset: () => void }) {
  return (
    <p role="alert" className="flex items-center justify-center gap-2 border-t bg-n2 py-1 text-meta text-n11">
      {t.frame.partCrashed}
      <Button size="small" tone="ghost" icon={<RotateCw className="size-3.5" />} onClick={reset}>
        {t.frame.retry}
      </Button>
    </p>
  );
}

const never = () => "";

interface FeaturePartsProps {
  place: "Banner" | "Dock" | "Navigation" | "Overlay" | "Sign" | "Tray";
  isRail?: boolean;
}

/** What features show around every page, in one of its places. One that throws takes nothing else with it. */
export function FeatureParts({ place, isRail = false }: FeaturePartsProps) {
  const parts = useFeatures().map(({ [place]: Part }) =>
    Part ? (
      // biome-ignore lint/correctness/useJsxKeyInIterable: they are given to the fragment one by one
      <CatchBoundary getResetKey={never} errorComponent={Crashed}>
        <Part isRail={isRail} />
      </CatchBoundary>
    ) : null,
  );
  return createElement(Fragment, null, ...parts);
}
