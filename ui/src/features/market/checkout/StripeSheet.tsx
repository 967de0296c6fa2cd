import { EmbeddedCheckout, EmbeddedCheckoutProvider } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { CreditCard } from "lucide-react";
import { useEffect, useState } from "react";
import { PageState } from "@/components/PageState/PageState";
import { words } from "../messages";

interface StripeSheetProps {
  secret: string;
  publishableKey: string;
}

/** Stripe's own embedded checkout. Its script is loaded from Stripe, as its terms ask. */
export function StripeSheet({ secret, publishableKey }: StripeSheetProps) {
  const [stripe] = useState(() => loadStripe(publishableKey));
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    stripe.then(
      (loaded) => setFailed(loaded === null),
      () => setFailed(true),
    );
  }, [stripe]);
  return hasFailed ? (
    <PageState role="alert" icon={<CreditCard />} title={words.scriptFailed} />
  ) : (
    <EmbeddedCheckoutProvider stripe={stripe} options={{ clientSecret: secret }}>
      <EmbeddedCheckout />
    </EmbeddedCheckoutProvider>
  );
}
