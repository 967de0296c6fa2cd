import type { ReactNode } from "react";
import { day } from "../dates";
import { words } from "../messages";
import type { Product } from "../rules";

/** A product's fields. Its code is never shown. */
export function DetailsTab({ product }: { product: Product }) {
  const rows: readonly (readonly [string, ReactNode])[] = [
    [words.product, product.name],
    [words.typesLabel, words.type[product.type] ?? product.type],
    [words.offered, product.active ? words.yes : words.no],
    [words.model, words.models[product.pricing_model] ?? product.pricing_model],
    [words.updated, day(product.modified_date)],
  ];
  return (
    <dl className="mx-auto grid max-w-5xl grid-cols-[10rem_1fr] gap-y-3 px-5 py-6 max-sm:grid-cols-[7rem_1fr] max-sm:px-4">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-n11">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
