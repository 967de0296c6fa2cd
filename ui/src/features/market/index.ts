import { Store } from "lucide-react";
import { type Feature, page } from "@/feature";
import { catalogueSearch, productSearch } from "./search";

const path = "/marketplace";

/** The catalogue of products, their pages, and what was bought. */
export const market: Feature = {
  name: "market",
  routes: [
    {
      path,
      component: page(() => import("./CataloguePage"), "CataloguePage"),
      search: catalogueSearch,
    },
    {
      path: `${path}/$id`,
      component: page(() => import("./product/ProductPage"), "ProductPage"),
      search: productSearch,
    },
  ],
  places: [{ key: "marketplace", path, label: "Marketplace", icon: Store, section: "tools", isMore: true }],
  objects: {
    product: { icon: Store, isQuiet: true, placed: ["product_page"] },
    purchase: { isQuiet: true, hasNoForm: true, aside: ["product", "field", "tier", "app", "customer_id"] },
    sale: { isQuiet: true, hasNoForm: true, aside: ["buyer_id", "invoice_id", "subscription_id"] },
  },
};
