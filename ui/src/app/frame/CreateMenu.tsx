import { useNavigate } from "@tanstack/react-router";
import { FileText, Plus } from "lucide-react";
import { Menu } from "@/components/Menu/Menu";
import { useFeatures } from "@/feature";
import { factsOf, isMadeByForm } from "@/feature/declared";
import { cn } from "@/lib/cn";
import { compareText } from "@/lib/compare";
import { t } from "@/messages";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";

/** What can be made from anywhere: what features begin, then a record of each object that has a form. */
function useCreatable() {
  const navigate = useNavigate();
  const features = useFeatures();
  const identity = useAtomValue(identityAtom);
  const begun = features
    .flatMap((feature) => feature.commands?.("", identity) ?? [])
    .map(({ key, label, icon: Icon, run }) => ({ key, label, icon: <Icon />, onSelect: run }));
  const made = (useAtomValue(schemasAtom) ?? [])
    .filter(({ api_name: object }) => rightsFor(identity, object).create)
    .map(({ api_name: object, title }) => ({ object, title, facts: factsOf(features, object) }))
    .filter(({ facts }) => isMadeByForm(facts))
    .map((one) => ({ ...one, order: one.facts.find(({ order }) => order)?.order ?? Number.MAX_SAFE_INTEGER }))
    .sort((left, right) => left.order - right.order || compareText(left.title, right.title))
    .map(({ object, title, facts }) => {
      const Icon = facts.find(({ icon }) => icon)?.icon ?? FileText;
      return {
        key: object,
        label: t.frame.newOf(title),
        icon: <Icon />,
        onSelect: () => void navigate({ to: "/view/$object/new", params: { object } }),
      };
    });
  return [{ items: begun }, { items: made }].filter(({ items }) => items.length > 0);
}

/** The way to whatever one can begin, from every page. */
export function CreateMenu({ isRail = false }: { isRail?: boolean }) {
  const sections = useCreatable();
  return sections.length === 0 ? null : (
    <Menu
      label={t.frame.create}
      placement="bottom-start"
      sections={sections}
      triggerClassName={cn(
        "flex items-center rounded border bg-surface text-n12 transition-colors duration-120 hover:border-n7 aria-expanded:border-n7",
        isRail ? "size-9 justify-center self-center" : "h-8 w-full gap-2.5 px-2",
      )}
      trigger={
        <>
          <Plus aria-hidden className="size-4 shrink-0" />
          <span className={isRail ? "sr-only" : undefined}>{t.frame.create}</span>
        </>
      }
    />
  );
}
