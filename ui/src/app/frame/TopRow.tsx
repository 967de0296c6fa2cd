import { Search } from "lucide-react";
import { Kbd } from "@/components/Kbd/Kbd";
import { part } from "@/feature";
import { t } from "@/messages";
import { useSetAtom } from "@/store";
import { overlayAtom } from "../overlays";
import { Account } from "./Account";
import { FeatureParts } from "./FeatureParts";
import { Signs } from "./Signs";

const OpenTabs = part(() => import("./tabs/OpenTabs").then((file) => file.OpenTabs));

/** Above the work: the opened records, the way to everything else, and myself. Its height is always kept. */
export function TopRow() {
  const open = useSetAtom(overlayAtom);
  return (
    <header className="flex h-9 shrink-0 items-center border-b bg-n2 max-sm:hidden">
      <div className="flex h-full min-w-0 flex-1 items-center">
        <OpenTabs />
      </div>
      <button
        type="button"
        onClick={() => open("palette")}
        data-tip={t.frame.search}
        className="mx-2 flex h-7 shrink-0 items-center gap-2 rounded border bg-surface px-2 text-n11 hover:border-n7"
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span className="max-lg:sr-only">{t.frame.search}</span>
        <Kbd keys="mod+k" />
      </button>
      <span className="flex min-w-8 shrink-0 items-center justify-end">
        <FeatureParts place="Tray" />
      </span>
      <Signs />
      <Account />
    </header>
  );
}
