import type { ReactNode } from "react";
import { detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { type PhoneSetting, setPhoneSetting } from "../phoneSettings";

interface PhoneSwitchProps {
  setting: PhoneSetting;
  isOn: boolean;
  label: string;
  icon: ReactNode;
  className?: string | undefined;
}

/** Turns something about one's calls on and off. */
export function PhoneSwitch({ setting, isOn, label, icon, className }: PhoneSwitchProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      isActive={isOn}
      icon={icon}
      className={cn(!isOn && "text-n9", className)}
      onClick={() =>
        void setPhoneSetting(setting, !isOn).catch((error: unknown) => toast.error(detailOf(error)))
      }
    />
  );
}
