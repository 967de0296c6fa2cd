import { Check, LocateFixed, Search } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { inputClass } from "@/components/Field/Field";
import { ZoneLine } from "@/fields/time-zone/ZoneLine";
import { findZones, type Zone, zoneOf } from "@/fields/time-zone/zones";
import { cn } from "@/lib/cn";
import { useChoice } from "@/lib/useChoice";
import { browserZone } from "@/lib/zone";
import { t } from "@/messages";
import { identityAtom, useAtomValue } from "@/store";

import { accountWords } from "./accountMessages";
import { chooseZone } from "./timeZone";

/** Chooses the zone in which a person is shown times; it counts at once. */
export function TimeZoneDialog({ onClose }: { onClose: () => void }) {
  const current = useAtomValue(identityAtom)?.user.time_zone || browserZone();
  const [typed, setTyped] = useState("");
  const listId = useId();
  const zones = findZones(typed, current);
  const take = ({ id }: Pick<Zone, "id">) => {
    onClose();
    void chooseZone(id);
  };
  const { chosen, restart, onKeyDown, optionProps } = useChoice(zones, take);
  return (
    <Dialog
      title={accountWords.timeZone}
      isPassing
      onClose={onClose}
      footer={
        <Button disabled={current === browserZone()} onClick={() => take({ id: browserZone() })}>
          <LocateFixed aria-hidden className="size-4" />
          {accountWords.useBrowserZone}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-n11">{accountWords.zoneLead(zoneOf(current))}</p>
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-n10" />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
            aria-autocomplete="list"
            aria-label={accountWords.findZone}
            placeholder={accountWords.findZone}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              restart();
            }}
            onKeyDown={onKeyDown}
            className={cn(inputClass, "pl-8")}
          />
        </div>
        <div
          id={listId}
          role="listbox"
          aria-label={accountWords.timeZone}
          className="-mx-2 h-72 overflow-y-auto"
        >
          {zones.map((zone) => (
            <div
              key={zone.id}
              id={`${listId}-${zone.id}`}
              {...optionProps(zone)}
              className={cn(
                "flex h-9 cursor-pointer items-center gap-2.5 rounded px-2",
                zone === chosen && "bg-n4",
              )}
            >
              <ZoneLine zone={zone} />
              <span className="flex size-4 shrink-0">
                {zone.id === current ? (
                  <Check aria-label={accountWords.currentZone} className="size-4 text-accent" />
                ) : null}
              </span>
            </div>
          ))}
          {zones.length === 0 ? (
            <p role="status" className="px-2 py-6 text-center text-n11">
              {t.records.noSuchZone}
            </p>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
