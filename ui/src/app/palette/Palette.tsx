import { CornerDownLeft, Search } from "lucide-react";
import { useId, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { Marked } from "@/components/Marked/Marked";
import { cn } from "@/lib/cn";
import { useChoice } from "@/lib/useChoice";
import { t } from "@/messages";
import { type Action, usePaletteGroups } from "./usePaletteGroups";

/** Goes anywhere by name; a leading ">" lists what can be done. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const listId = useId();
  const groups = usePaletteGroups(query).filter(({ actions }) => actions.length > 0);
  const found = groups.flatMap(({ actions }) => actions);
  const { chosen, restart, onKeyDown, optionProps } = useChoice(found, (action: Action) => {
    onClose();
    action.run();
  });

  return (
    <Dialog isBare isPassing title={t.frame.palette.label} onClose={onClose} className="mt-[12vh] max-w-xl">
      <div className="flex h-12 items-center gap-3 border-b px-4">
        <Search aria-hidden className="size-4 text-n10" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
          aria-label={t.frame.palette.label}
          placeholder={t.frame.palette.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            restart();
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[14px] outline-none"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t.frame.palette.label}
        className="max-h-80 overflow-y-auto p-1.5"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are options
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden className="px-2.5 py-1 font-medium text-meta text-n11">
              {group.title}
            </p>
            {group.actions.map((action) => (
              <div
                key={action.key}
                id={`${listId}-${action.key}`}
                {...optionProps(action)}
                className={cn(
                  "flex h-9 cursor-pointer items-center gap-3 rounded px-2.5 [&_svg]:size-4 [&_svg]:text-n11",
                  action === chosen && "bg-n4",
                )}
              >
                <span className="flex size-4 shrink-0 items-center justify-center">{action.icon}</span>
                <span className="shrink-0 truncate">
                  {action.found?.label ? <Marked pieces={action.found.label} /> : action.label}
                </span>
                <span className="min-w-0 flex-1 truncate text-meta text-n11">
                  {action.hint}
                  {action.found?.other ? (
                    <>
                      {" · "}
                      <bdi>
                        <Marked pieces={action.found.other} />
                      </bdi>
                    </>
                  ) : null}
                </span>
                {action === chosen ? <CornerDownLeft aria-hidden className="shrink-0" /> : null}
              </div>
            ))}
          </div>
        ))}
        {found.length === 0 ? (
          <p className="px-2.5 py-6 text-center text-n11">{t.frame.palette.empty}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
