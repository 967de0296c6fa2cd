import { Contact } from "lucide-react";
import { detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import { setOpensCustomer, useOpensCustomer } from "../opening";

/** Whether to accept a call opens whom it is with. */
export function OpensCustomer({ className }: { className?: string | undefined }) {
  const isOn = useOpensCustomer();
  return (
    <IconButton
      label={words.openCustomer}
      aria-pressed={isOn}
      isActive={isOn}
      icon={<Contact className="size-4" />}
      className={cn(!isOn && "text-n9", className)}
      onClick={() => void setOpensCustomer(!isOn).catch((error: unknown) => toast.error(detailOf(error)))}
    />
  );
}
