import type { RestCommands } from "@/api/generated/commands";
import { lazy } from "@/lib/lazy";

type PageReply = RestCommands["GET /marketplace/product/{id}"]["reply"];
export type Product = PageReply["product"];
export type Purchase = PageReply["purchases"][number];
export type Terms = PageReply["terms"];
export type TierField = "pricing" | "add_ons";

/** A pricing tier, or an add-on. */
export interface Tier {
  title: string;
  price: number;
  frequency: string;
  item: string;
  mode: "free" | "subscription";
  quantity?: number;
  minimum?: number;
  max?: number;
  features?: readonly string[];
  price_id?: string;
  test_price_id?: string;
  active?: boolean;
  activeMessage?: string;
  minMessage?: string;
  maxMessage?: string;
}

interface Link {
  text?: string;
  link?: string;
}

export interface ProductPageContent {
  cta?: { title?: string; description?: string; button_text?: string; button_link?: string };
  step_section?: { steps?: readonly { title?: string; description?: string }[]; button?: Link };
  feature_section?: {
    title?: string;
    title_decorated?: string;
    description?: string;
    features?: readonly ({ title?: string; description?: string } | string)[];
  };
}

export const tiersOf = (product: Product, field: TierField): readonly Tier[] =>
  Array.isArray(product[field]) ? (product[field] as Tier[]) : [];

/** The smallest quantity of a subscription whose tier names none. */
const defaultMinimum = 10;

export const leastOf = (tier: Tier): number => tier.minimum ?? (tier.mode === "free" ? 1 : defaultMinimum);

export const isFree = (tier: Tier): boolean => tier.mode === "free";

const dollars = lazy(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));
export const money = (amount: number): string => dollars().format(amount);

export const frequencyOf = (tier: Tier): string => tier.frequency || "monthly";

/** What one pays each period. */
export const totalOf = (tier: Tier, quantity: number): number => tier.price * quantity;

/** The cheapest way to have a product, undefined where there is none. */
export function startsAt(product: Product): number | undefined {
  const prices = tiersOf(product, "pricing")
    .filter((tier) => tier.active !== false)
    .map((tier) => (isFree(tier) ? 0 : tier.price));
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** Whether somebody has it, free or paid. */
export const isHeld = (purchase: Purchase | undefined): purchase is Purchase =>
  purchase !== undefined && ["active", "free", "past_due", "disputed"].includes(purchase.status);

export const isPaid = (purchase: Purchase | undefined): purchase is Purchase =>
  isHeld(purchase) && purchase.subscription_id !== "";

/** What stands on a tier's button, undefined where there is none. */
export type Step = "get-started" | "install" | "upgrade" | "downgrade" | "quantity";

/** Whether a tier leads up or down is by its place among the tiers. */
export function stepOf(tier: Tier, index: number, held: Purchase | undefined): Step | undefined {
  if (!isHeld(held)) {
    return isFree(tier) ? "install" : "get-started";
  }
  if (index === held.tier) {
    return isFree(tier) ? undefined : "quantity";
  }
  if (isFree(tier) && isPaid(held)) {
    return undefined; // it is had when the subscription has ended
  }
  return index > held.tier ? "upgrade" : "downgrade";
}
