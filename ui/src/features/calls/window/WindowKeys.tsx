import { Link } from "@tanstack/react-router";
import { PictureInPicture2, Settings } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { tabAddresses } from "./addresses";
import { isPhoneWindow } from "./bases";
import { windowWords } from "./names";
import { openPhoneWindow } from "./openPhoneWindow";

/** The ways from the row of calls to the phone's settings and to its window. */
export function WindowKeys({ className }: { className?: string | undefined }) {
  if (isPhoneWindow()) {
    return null;
  }
  return (
    <span className={cn("flex shrink-0 items-center gap-1 max-sm:hidden", className)}>
      <Link
        to={tabAddresses.Settings.path}
        aria-label={windowWords.settings}
        data-tip={windowWords.settings}
        className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
      >
        <Settings aria-hidden className="size-4" />
      </Link>
      <IconButton
        label={windowWords.open}
        icon={<PictureInPicture2 className="size-4" />}
        onClick={openPhoneWindow}
      />
    </span>
  );
}
