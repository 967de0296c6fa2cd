import { Contact } from "lucide-react";
import { useAtomValue } from "@/store";
import { words } from "../messages";
import { opensCustomerAtom } from "../phoneSettings";
import { PhoneSwitch } from "./PhoneSwitch";

/** Whether to accept a call opens whom it is with. */
export function OpensCustomer({ className }: { className?: string | undefined }) {
  const isOn = useAtomValue(opensCustomerAtom);
  return (
    <PhoneSwitch
      setting="open_customer"
      isOn={isOn}
      label={words.openCustomer}
      icon={<Contact className="size-4" />}
      className={className}
    />
  );
}
