import { Bell, BellOff } from "lucide-react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { useLeaveForNotices } from "@/lib/notice";
import { words } from "../messages";
import { setDesktopRing, useDesktopRing } from "./notices";

const set = (isOn: boolean) =>
  void setDesktopRing(isOn).catch((error: unknown) => toast.error(detailOf(error)));

/** Whether a call rings on the desktop while one works elsewhere. It asks the browser when one turns it on. */
export function DesktopRing() {
  const leave = useLeaveForNotices();
  const isOn = useDesktopRing();
  if (leave === "unsupported") {
    return null;
  }
  if (leave === "default") {
    return (
      <Button
        tone="ghost"
        icon={<Bell className="size-4" />}
        tip={words.desktopRingHint}
        aria-label={words.desktopRing}
        onClick={() => set(true)}
      >
        <span className="max-md:hidden">{words.desktopRing}</span>
      </Button>
    );
  }
  const isBlocked = leave === "denied";
  const label = isBlocked ? words.desktopRingBlocked : words.desktopRing;
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      disabled={isBlocked}
      icon={isOn ? <Bell className="size-4" /> : <BellOff className="size-4" />}
      onClick={() => set(!isOn)}
    />
  );
}
