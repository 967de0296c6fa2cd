import {
  Building2,
  ChevronDown,
  Clock,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserCog,
} from "lucide-react";
import type { CallStatus } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Kbd } from "@/components/Kbd/Kbd";
import { Menu } from "@/components/Menu/Menu";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { cn } from "@/lib/cn";
import { browserZone } from "@/lib/zone";
import { t } from "@/messages";
import { hindrancesAtom, identityAtom, ownDotAtom, ownStatusAtom, useAtomValue } from "@/store";
import { choices } from "./availability";

interface AccountMenuProps<T extends string> {
  /** In the bar of a small screen, where only the face has room. */
  isBar: boolean;
  theme: T;
  themes: readonly T[];
  onStatus: (status: CallStatus) => void;
  onTheme: (theme: T) => void;
  onShortcuts: () => void;
  onZone: () => void;
  onAccount: () => void;
  onPassword: () => void;
  onOrganization: (id: string) => void;
  onSignOut: () => void;
}

const themeIcons: Record<string, React.ReactNode> = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

const placeOf = (zone: string) => zone.split("/").at(-1)?.replaceAll("_", " ");

export function AccountMenu<T extends "light" | "dark" | "system">(props: AccountMenuProps<T>) {
  const identity = useAtomValue(identityAtom);
  const chosen = useAtomValue(ownStatusAtom);
  const dot = useAtomValue(ownDotAtom);
  const hindrances = useAtomValue(hindrancesAtom);
  const zone = identity?.user.time_zone || browserZone();
  const memberships = identity?.memberships ?? [];
  const name = identity?.user.name ?? "";
  return (
    <Menu
      label={t.frame.account}
      placement={props.isBar ? "top-start" : "bottom-end"}
      triggerClassName={cn(
        "flex items-center rounded hover:bg-n4",
        props.isBar ? "w-full justify-center p-1.5" : "mr-2 h-7 gap-2 px-1.5",
      )}
      trigger={
        <>
          <Avatar name={name} size={props.isBar ? "medium" : "small"} presence={dot} />
          {props.isBar ? (
            <span className="sr-only">{t.frame.account}</span>
          ) : (
            <>
              <span className="max-w-40 truncate font-medium">{name}</span>
              {/* As wide as the longest word, so that nothing beside it moves with a call. */}
              <span className="w-24 truncate text-left text-n11 max-lg:sr-only">{t.frame.statuses[dot]}</span>
              <ChevronDown aria-hidden className="size-3.5 text-n10" />
            </>
          )}
        </>
      }
      sections={[
        {
          title: t.frame.availability,
          notes: hindrances,
          items: choices.map((status) => ({
            key: status,
            label: t.frame.statuses[status],
            icon: (
              <span className="flex size-4 items-center justify-center">
                <PresenceDot status={status} />
              </span>
            ),
            isChecked: chosen === status,
            onSelect: () => props.onStatus(status),
          })),
        },
        {
          title: t.frame.theme,
          items: props.themes.map((theme) => ({
            key: theme,
            label: t.frame.themes[theme],
            icon: themeIcons[theme],
            isChecked: props.theme === theme,
            onSelect: () => props.onTheme(theme),
          })),
        },
        ...(memberships.length > 1
          ? [
              {
                title: t.frame.organization,
                items: memberships.map(({ organization }) => ({
                  key: organization.id,
                  label: organization.name,
                  icon: <Building2 />,
                  isChecked: organization.id === identity?.organization.id,
                  onSelect: () => {
                    if (organization.id !== identity?.organization.id) {
                      props.onOrganization(organization.id);
                    }
                  },
                })),
              },
            ]
          : []),
        {
          items: [
            {
              key: "shortcuts",
              label: t.frame.shortcuts,
              icon: <Keyboard />,
              keys: <Kbd keys="?" />,
              onSelect: props.onShortcuts,
            },
            {
              key: "zone",
              label: t.frame.timeZone,
              icon: <Clock />,
              keys: <span className="max-w-28 truncate text-meta text-n11">{placeOf(zone)}</span>,
              onSelect: props.onZone,
            },
            { key: "account", label: t.frame.myAccount, icon: <UserCog />, onSelect: props.onAccount },
            {
              key: "password",
              label: t.frame.changePassword,
              icon: <KeyRound />,
              onSelect: props.onPassword,
            },
            { key: "sign-out", label: t.frame.signOut, icon: <LogOut />, onSelect: props.onSignOut },
          ],
        },
      ]}
    />
  );
}
