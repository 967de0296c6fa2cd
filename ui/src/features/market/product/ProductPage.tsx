import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft, Pencil, SearchX } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { ApiError, detailOf } from "@/api";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { request, useProduct, useRefresh } from "../api";
import { words } from "../messages";
import { type ProductSearch, type ProductTab, productSearch, tabOf } from "../search";
import { DetailsTab } from "./DetailsTab";
import { InfoTab } from "./InfoTab";
import { ManageTab } from "./ManageTab";

const order: readonly ProductTab[] = ["info", "manage", "details"];

/** Comes back from a checkout: says how it went, once. What the address says is only a hint. */
function useReturn(id: string, search: ProductSearch, onDone: () => void): void {
  const refresh = useRefresh();
  const asked = useRef("");
  const done = useRef(onDone);
  done.current = onDone;
  const { session_id: session, price_id: price, quantity } = search;
  useEffect(() => {
    if (session === undefined || asked.current === session) {
      return;
    }
    asked.current = session;
    request("POST /marketplace/confirm", { session_id: session, product_id: id, price_id: price, quantity })
      .then(({ status }) => {
        if (status === "complete") {
          toast.success(words.bought);
        } else if (status === "processing") {
          toast.info(words.processing);
        } else {
          toast.warning(status === "expired" ? words.expired : words.unpaid);
        }
      })
      .catch((error: unknown) => toast.error(detailOf(error)))
      .finally(() => {
        void refresh();
        done.current();
      });
  }, [session, id, price, quantity, refresh]);
}

interface TabsProps {
  tab: ProductTab;
  onChoose: (tab: ProductTab) => void;
}

function Tabs({ tab, onChoose }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = order[(order.indexOf(tab) + step + order.length) % order.length];
    if (step !== 0 && next) {
      event.preventDefault();
      onChoose(next);
      list.current?.querySelector<HTMLElement>(`#product-tab-${next}`)?.focus();
    }
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={words.tabsLabel}
      className="flex gap-1 border-b bg-surface px-4"
      onKeyDown={onKeyDown}
    >
      {order.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`product-tab-${one}`}
          aria-selected={one === tab}
          aria-controls="product-panel"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
          className={cn(
            "-mb-px h-10 border-b-2 px-3 font-medium",
            one === tab ? "border-accent text-n12" : "border-transparent text-n11 hover:text-n12",
          )}
        >
          {words.tabs[one]}
        </button>
      ))}
    </div>
  );
}

/** A product: what it is, what it costs, and how one stands with it. */
export function ProductPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const search = productSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, refetch } = useProduct(id);
  const tab = tabOf(search);
  const open = (next: ProductTab) =>
    void navigate({ to: "/marketplace/$id", params: { id }, search: { tab: next }, replace: true });
  useReturn(id, search, () => open("manage"));
  if (error && !data) {
    return error instanceof ApiError && error.status === 404 ? (
      <PageState
        icon={<SearchX />}
        title={words.missing}
        text={words.missingText}
        action={
          <Link to="/marketplace" className="text-accent-text hover:underline">
            {words.back}
          </Link>
        }
      />
    ) : (
      <FetchFailed title={words.fetchError} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <PageHeader
        isRecord
        title={data?.product.name ?? words.product}
        lead={data ? (words.type[data.product.type] ?? data.product.type) : undefined}
        before={
          <Link
            to="/marketplace"
            aria-label={words.back}
            className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
          >
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
        }
        actions={
          data?.terms.is_seller ? (
            <Link
              to="/view/$object/record/$id/standard"
              params={{ object: "product", id }}
              className="inline-flex h-8 items-center gap-1.5 rounded border border-n7 bg-surface px-3 font-medium shadow-small hover:bg-n3"
            >
              <Pencil aria-hidden className="size-4" />
              {words.edit}
            </Link>
          ) : undefined
        }
      />
      <Tabs tab={tab} onChoose={open} />
      <div
        role="tabpanel"
        id="product-panel"
        aria-labelledby={`product-tab-${tab}`}
        className="@container min-h-0 flex-1 overflow-y-auto"
      >
        {data === undefined ? (
          <SkeletonRows label={words.loading} />
        ) : tab === "info" ? (
          <InfoTab product={data.product} onManage={() => open("manage")} />
        ) : tab === "manage" ? (
          <ManageTab {...data} />
        ) : (
          <DetailsTab product={data.product} />
        )}
      </div>
    </>
  );
}
