import { lazy, Suspense } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { words } from "../messages";
import type { Terms } from "../rules";
import { SimulatedCheckout } from "./SimulatedCheckout";

const StripeCheckout = lazy(() => import("./StripeCheckout"));

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
        <SimulatedCheckout secret={secret} />
      ) : (
        <Suspense fallback={<SkeletonRows label={words.loading} />}>
          <StripeCheckout secret={secret} publishableKey={terms.publishable_key} />
        </Suspense>
      )}
    </Dialog>
  );
}
