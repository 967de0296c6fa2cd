import { useNavigate } from "@tanstack/react-router";
import { AccountMenu } from "@/features/presence/AccountMenu";
import { themeAtom, themes } from "@/features/session/theme";
import { useAtomValue, useSetAtom } from "@/store";
import { changeOrganization, leave, setStatus, setTheme } from "../actions";
import { overlayAtom } from "../overlays";

/** Myself: availability, theme, keys, sign-out. */
export function Account({ isBar = false }: { isBar?: boolean }) {
  const theme = useAtomValue(themeAtom);
  const open = useSetAtom(overlayAtom);
  const navigate = useNavigate();
  return (
    <AccountMenu
      isBar={isBar}
      theme={theme}
      themes={themes}
      onStatus={setStatus}
      onTheme={setTheme}
      onShortcuts={() => open("shortcuts")}
      onZone={() => open("zone")}
      onAccount={() => void navigate({ to: "/account" })}
      onPassword={() => open("password")}
      onOrganization={changeOrganization}
      onSignOut={() => void leave()}
    />
  );
}
