/** What the address of the catalogue says. */
export interface CatalogueSearch {
  search?: string;
  type?: "App" | "service";
}

export const catalogueSearch = (raw: Record<string, unknown>): CatalogueSearch => ({
  ...(typeof raw.search === "string" && raw.search !== "" ? { search: raw.search } : {}),
  ...(raw.type === "App" || raw.type === "service" ? { type: raw.type } : {}),
});

const tabs = ["info", "manage", "details"] as const;
export type ProductTab = (typeof tabs)[number];

/** What the address of a product says. What a checkout adds are hints: the server reads all of it again. */
export interface ProductSearch {
  tab?: ProductTab;
  action?: string;
  session_id?: string;
  price_id?: string;
  quantity?: number;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export const productSearch = (raw: Record<string, unknown>): ProductSearch => {
  const tab = tabs.find((one) => one === raw.tab);
  const action = text(raw.action);
  const session = text(raw.session_id);
  const price = text(raw.price_id);
  return {
    ...(tab ? { tab } : {}),
    ...(action ? { action } : {}),
    ...(session ? { session_id: session } : {}),
    ...(price ? { price_id: price } : {}),
    ...(Number.isFinite(Number(raw.quantity)) && raw.quantity ? { quantity: Number(raw.quantity) } : {}),
  };
};

/** Any action leads to what can be done. */
export const tabOf = ({ tab, action }: ProductSearch): ProductTab => tab ?? (action ? "manage" : "info");
