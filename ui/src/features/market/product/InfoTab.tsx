import { Check } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { words } from "../messages";
import type { Product, ProductPageContent } from "../rules";

interface InfoTabProps {
  product: Pick<Product, "name" | "product_page">;
  onManage: () => void;
}

interface Leading {
  text: string | undefined;
  link: string | undefined;
  onManage: () => void;
}

/** Leads to the plans, or to another site in a tab of its own. */
function LeadButton({ text, link, onManage }: Leading) {
  if (!text) {
    return null;
  }
  return link && /^https:\/\//.test(link) ? (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-10 items-center rounded bg-accent px-4 font-medium text-on-accent shadow-small hover:bg-accent-hover"
    >
      {text}
    </a>
  ) : (
    <Button tone="primary" size="large" onClick={onManage}>
      {text}
    </Button>
  );
}

/** What a product is: a call to action, the steps, and what it does. */
export function InfoTab({ product, onManage }: InfoTabProps) {
  const page = (product.product_page ?? {}) as ProductPageContent;
  const { cta, step_section: steps, feature_section: features } = page;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-10 px-5 py-8 max-sm:px-4">
      <section className="flex flex-col items-start gap-3 rounded-xl bg-accent-soft px-8 py-10 max-sm:px-5 max-sm:py-8">
        <h2 className="max-w-xl font-semibold text-2xl">{cta?.title || product.name}</h2>
        {cta?.description ? <p className="max-w-xl text-n11">{cta.description}</p> : null}
        <span className="mt-2">
          <LeadButton
            text={cta?.button_text || words.getStarted}
            link={cta?.button_link}
            onManage={onManage}
          />
        </span>
      </section>
      {steps?.steps?.length ? (
        <section className="flex flex-col items-start gap-4">
          <ol className="grid w-full grid-cols-1 gap-4 @2xl:grid-cols-3">
            {steps.steps.map((step, place) => (
              <li key={step.title} className="flex min-w-0 flex-col gap-1 rounded-lg border bg-surface p-4">
                <span
                  aria-hidden
                  className="mb-1 flex size-7 items-center justify-center rounded-full bg-n4 font-semibold"
                >
                  {place + 1}
                </span>
                <span className="font-semibold">{step.title}</span>
                <span className="text-n11">{step.description}</span>
              </li>
            ))}
          </ol>
          <LeadButton text={steps.button?.text} link={steps.button?.link} onManage={onManage} />
        </section>
      ) : null}
      {features ? (
        <section className="flex flex-col gap-4">
          <div>
            <h2 className="font-semibold text-xl">
              {features.title} <span className="text-accent-text">{features.title_decorated}</span>
            </h2>
            <p className="mt-1 text-n11">{features.description}</p>
          </div>
          <ul className="grid grid-cols-1 gap-x-8 gap-y-4 @2xl:grid-cols-2">
            {(features.features ?? []).map((one) => {
              const feature = typeof one === "string" ? { title: one } : one;
              return (
                <li key={feature.title} className="flex gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
                  <span className="min-w-0">
                    <span className="block font-medium">{feature.title}</span>
                    {feature.description ? <span className="text-n11">{feature.description}</span> : null}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
