import { ArrowRight } from "lucide-react";
import type { Membership } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { words } from "./messages";

interface OrganizationChoiceProps {
  memberships: readonly Membership[];
  isBusy: boolean;
  onChoose: (organization: string) => void;
  onBack: () => void;
}

/** The organizations that somebody who just proved who he is may work in. */
export function OrganizationChoice({ memberships, isBusy, onChoose, onBack }: OrganizationChoiceProps) {
  return (
    <>
      <ul className="overflow-hidden rounded-xl border bg-surface shadow-small">
        {memberships.map(({ organization }, index) => (
          <li key={organization.id} className="border-t first:border-t-0">
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the step has one purpose, and this is its first answer
              autoFocus={index === 0}
              disabled={isBusy}
              onClick={() => onChoose(organization.id)}
              className="group flex h-13 w-full items-center gap-3 px-4 text-left hover:bg-n3 focus-visible:-outline-offset-2 disabled:opacity-60"
            >
              <Avatar name={organization.name} />
              <span className="flex-1 truncate font-medium">{organization.name}</span>
              <ArrowRight aria-hidden className="size-4 text-n9 group-hover:text-n12" />
            </button>
          </li>
        ))}
      </ul>
      <Button tone="ghost" onClick={onBack} className="mt-3 w-full">
        {words.otherAccount}
      </Button>
    </>
  );
}
