import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { Colleagues } from "@/features/presence/Colleagues";
import { t } from "@/messages";
import { useListedPlaces, usePlaces } from "../navigation";
import { CreateMenu } from "./CreateMenu";
import { FeatureParts } from "./FeatureParts";
import { NavGroup, NavLinks } from "./NavGroup";

/** All of the navigation that a small screen's bar has no room for. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { records, setUp } = useListedPlaces();
  const address = useRouterState({ select: ({ location }) => location.href });
  const live = usePlaces("live");
  const opened = useRef(address);
  useEffect(() => {
    if (address !== opened.current) {
      onClose();
    }
  }, [address, onClose]);
  return (
    <Dialog
      isPassing
      title={t.frame.more}
      onClose={onClose}
      className="max-h-[85%] max-w-md max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none"
    >
      <div className="-mx-2 -mt-4">
        <FeatureParts place="Tray" />
        <CreateMenu />
        <NavLinks places={live.filter((place) => place.isMore)} />
        <NavGroup title={t.frame.records} places={records}>
          <FeatureParts place="Navigation" />
        </NavGroup>
        <h2 className="px-2 pt-4 pb-1 font-medium text-meta text-n11">{t.frame.colleagues}</h2>
        <Colleagues />
        <NavLinks places={usePlaces("team")} />
        <NavGroup title={t.frame.tools} places={setUp} />
      </div>
    </Dialog>
  );
}
