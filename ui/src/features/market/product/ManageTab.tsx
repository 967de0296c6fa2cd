import { Package } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { toast } from "@/components/Toaster/toasts";
import { request, useRefresh } from "../api";
import { CheckoutSheet } from "../checkout/CheckoutSheet";
import { words } from "../messages";
import {
  isHeld,
  isPaid,
  type Product,
  type Purchase,
  type Step,
  type Terms,
  type Tier,
  type TierField,
  tiersOf,
} from "../rules";
import { PlanDialog } from "./PlanDialog";
import { Standing } from "./Standing";
import { TierCard } from "./TierCard";

interface ManageTabProps {
  product: Product;
  purchases: readonly Purchase[];
  terms: Terms;
}

interface Planned {
  purchase: Purchase;
  tier: Tier;
  index: number;
  quantity: number;
}

/** Plans and add-ons of a product, and what the organization has of them. */
export function ManageTab({ product, purchases, terms }: ManageTabProps) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState("");
  const [secret, setSecret] = useState<string>();
  const [planned, setPlanned] = useState<Planned>();
  const heldOf = (field: TierField, tier: Tier) =>
    purchases.find((one) => one.field === field && (field === "pricing" || one.tier_title === tier.title));
  const take = async (field: TierField, tier: Tier, index: number, step: Step, quantity: number) => {
    const held = heldOf(field, tier);
    if (isPaid(held) && step !== "install") {
      setPlanned({ purchase: held, tier, index, quantity });
      return;
    }
    setBusy(`${field}-${index}`);
    const order = { product_id: product.id, quantity, mode: tier.mode, tier: index, field };
    try {
      if (tier.mode === "free") {
        await request("POST /marketplace/claim", order);
        toast.success(words.youHave);
        await refresh();
      } else {
        setSecret((await request("POST /marketplace/checkout", order)).secret);
      }
    } catch (error) {
      toast.error(detailOf(error));
      await refresh();
    }
    setBusy("");
  };
  const list = (field: TierField, title: string) => {
    const tiers = tiersOf(product, field);
    return tiers.length === 0 ? null : (
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold text-lg">{title}</h2>
        <div className="grid grid-cols-1 gap-4 @2xl:grid-cols-2 @5xl:grid-cols-3">
          {tiers.map((tier, index) => {
            const held = heldOf(field, tier);
            // A tier that is no longer offered is shown to who has it.
            return tier.active === false && !(isHeld(held) && held.tier === index) ? null : (
              <TierCard
                key={`${tier.title}-${held?.tier}-${held?.quantity}-${held?.status}`}
                tier={tier}
                index={index}
                held={held}
                canBuy={terms.can_buy && product.active}
                isBusy={busy === `${field}-${index}`}
                onStep={(step, quantity) => void take(field, tier, index, step, quantity)}
              />
            );
          })}
        </div>
      </section>
    );
  };
  const stands = purchases.filter((one) => one.status !== "open" && one.status !== "canceled");
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-5 py-6 max-sm:px-4">
      {stands.map((one) => (
        <Standing key={one.id} purchase={one} terms={terms} onCheckout={setSecret} />
      ))}
      {tiersOf(product, "pricing").length + tiersOf(product, "add_ons").length === 0 ? (
        <PageState icon={<Package />} title={words.noPlans} />
      ) : null}
      {list("pricing", words.plans)}
      {list("add_ons", words.addOns)}
      {terms.can_buy ? null : <p className="text-n11">{words.superuser}</p>}
      {secret ? (
        <CheckoutSheet
          secret={secret}
          terms={terms}
          onClose={() => {
            setSecret(undefined);
            void refresh();
          }}
        />
      ) : null}
      {planned ? <PlanDialog {...planned} onClose={() => setPlanned(undefined)} /> : null}
    </div>
  );
}
