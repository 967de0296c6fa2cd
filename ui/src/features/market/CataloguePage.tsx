import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Package, Receipt, SearchX, Store } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Choices } from "@/components/Choices/Choices";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { Pill } from "@/components/Pill/Pill";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { useCatalogue } from "./api";
import { InvoicesSheet } from "./InvoicesSheet";
import { words } from "./messages";
import { isHeld, money, type Product, type ProductPageContent, type Purchase, startsAt } from "./rules";
import { type CatalogueSearch, catalogueSearch } from "./search";

interface CardProps {
  product: Product;
  held: Purchase | undefined;
}

function priceWords(product: Product): string {
  const from = startsAt(product);
  if (from === undefined) {
    return "";
  }
  return from === 0 && product.pricing_model === "free"
    ? words.free
    : words.from(from === 0 ? words.free.toLowerCase() : money(from));
}

function ProductCard({ product, held }: CardProps) {
  const page = (product.product_page ?? {}) as ProductPageContent;
  return (
    <Link
      to="/marketplace/$id"
      params={{ id: product.id }}
      className="flex min-h-40 min-w-0 flex-col gap-2 rounded-lg border bg-surface p-4 shadow-small transition-colors duration-120 hover:border-n8"
    >
      <span className="flex items-center gap-2.5">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text">
          <Package aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1 truncate font-semibold">{product.name}</span>
        <Pill>{words.type[product.type] ?? product.type}</Pill>
      </span>
      <span className="line-clamp-2 flex-1 text-n11">{page.cta?.description ?? page.cta?.title}</span>
      <span className="flex items-center gap-2">
        <span className="flex-1 font-medium">{priceWords(product)}</span>
        {held ? (
          <Pill tone={held.status === "past_due" || held.status === "disputed" ? "warning" : "success"}>
            {held.status === "active" || held.status === "free" ? words.installed : words.status(held.status)}
          </Pill>
        ) : null}
        {product.active ? null : <Pill tone="neutral">{words.hidden}</Pill>}
      </span>
    </Link>
  );
}

const holds = (product: Product, typed: string) =>
  `${product.name} ${JSON.stringify(product.product_page ?? "")}`.toLowerCase().includes(typed.toLowerCase());

/** What can be bought, and what was. */
export function CataloguePage() {
  const { search = "", type } = catalogueSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, refetch } = useCatalogue();
  const [hasInvoices, setInvoices] = useState(false);
  const go = (next: CatalogueSearch) =>
    void navigate({ to: "/marketplace", search: catalogueSearch({ search, type, ...next }), replace: true });
  const shown = (data?.products ?? []).filter(
    (one) => (type === undefined || one.type === type) && holds(one, search),
  );
  const heldOf = (product: Product) =>
    data?.purchases.find((one) => one.product === product.id && one.field === "pricing" && isHeld(one));
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          data?.terms.can_buy ? (
            <Button isShort icon={<Receipt className="size-4" />} onClick={() => setInvoices(true)}>
              {words.invoices}
            </Button>
          ) : undefined
        }
      />
      <div className="@container min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-4">
        <div className="mx-auto flex max-w-6xl flex-col gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <SearchBox
              label={words.search}
              clearLabel={words.clear}
              search={search}
              onSearch={(typed) => go({ search: typed })}
              className="max-w-80"
            />
            <Choices
              label={words.typesLabel}
              words={words.types}
              chosen={type ?? "all"}
              onChoose={(one) =>
                void navigate({
                  to: "/marketplace",
                  search: catalogueSearch({ search, type: one }),
                  replace: true,
                })
              }
            />
          </div>
          {error && !data ? (
            <FetchFailed title={words.fetchError} error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <SkeletonRows label={words.loading} />
          ) : data.products.length === 0 ? (
            <PageState icon={<Store />} title={words.none} text={words.noneText} />
          ) : shown.length === 0 ? (
            <PageState
              icon={<SearchX />}
              title={words.notFound}
              text={words.notFoundText}
              action={
                <Button onClick={() => void navigate({ to: "/marketplace", search: {} })}>
                  {words.showAll}
                </Button>
              }
            />
          ) : (
            <ul className="grid grid-cols-1 gap-3 @xl:grid-cols-2 @4xl:grid-cols-3">
              {shown.map((product) => (
                <li key={product.id} className="grid">
                  <ProductCard product={product} held={heldOf(product)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {hasInvoices ? <InvoicesSheet onClose={() => setInvoices(false)} /> : null}
    </>
  );
}
