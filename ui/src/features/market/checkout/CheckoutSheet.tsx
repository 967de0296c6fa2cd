import { Dialog } from "@/components/Dialog/Dialog";
import { part } from "@/feature";
import { words } from "../messages";
import type { Terms } from "../rules";
import { SimulatedCheckout } from "./SimulatedCheckout";

const StripeSheet = part(() => import("./StripeSheet").then((file) => file.StripeSheet));

interface CheckoutSheetProps {
  secret: string;
  terms: Pick<Terms, "simulated" | "publishable_key">;
  onClose: () => void;
}

/** The provider's checkout within the page: of a real account, or of the simulator. */
export function CheckoutSheet({ secret, terms, onClose }: CheckoutSheetProps) {
  return (
    <Dialog isSheet title={words.checkout} onClose={onClose} className="max-w-md">
      {terms.simulated ? (
        <SimulatedCheckout secret={secret} onDone={onClose} />
      ) : (
        <StripeSheet secret={secret} publishableKey={terms.publishable_key} />
      )}
    </Dialog>
  );
}
