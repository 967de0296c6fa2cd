import { useNavigate } from "@tanstack/react-router";
import { Clock, FileText, LogOut, Search, SunMoon } from "lucide-react";
import type { ReactNode } from "react";
import type { Piece } from "@/api";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { type Command, type Feature, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { choices } from "@/features/presence/availability";
import { useColleagueActions } from "@/features/presence/useColleagueActions";
import { themes } from "@/features/session/theme";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, schemasAtom, useAtomValue } from "@/store";
import { leave, setStatus, setTheme } from "../actions";
import { usePlaces, useRecordPlaces } from "../navigation";
import { type Entry, matching } from "./matching";
import { named } from "./named";
import { recents } from "./recent";
import { type FoundRecords, useFound } from "./useFound";
import { useReach } from "./useReach";

export interface Action extends Entry {
  icon: ReactNode;
  /** What tells it from others of its name. */
  hint?: string | undefined;
  /** Where a search found it: in its label, or in what stands in place of the hint. */
  found?: { label?: readonly Piece[] | undefined; other?: readonly Piece[] | undefined } | undefined;
  reaches?: Command["reaches"] | undefined;
  run: () => void;
}

export interface Group {
  title: string;
  actions: readonly Action[];
}

const words = t.frame.palette;
const shownColleagues = 5;

function commands(): Action[] {
  return [
    ...choices.map((status) => ({
      key: `status-${status}`,
      label: words.setStatus(t.frame.statuses[status]),
      icon: <PresenceDot status={status} />,
      run: () => setStatus(status),
    })),
    ...themes.map((theme) => ({
      key: `theme-${theme}`,
      label: words.setTheme(t.frame.themes[theme]),
      icon: <SunMoon />,
      run: () => setTheme(theme),
    })),
    { key: "sign-out", label: t.frame.signOut, icon: <LogOut />, run: () => void leave() },
  ];
}

const pathOf = (features: readonly Feature[], object: string, id: string) =>
  factsOf(features, object)
    .find((facts) => facts.path)
    ?.path?.(id) ?? `/view/${object}/record/${id}/standard`;

/** What was found on the server, with what can be done with it. */
function useFoundActions({ found, leadOf }: FoundRecords): Action[] {
  const navigate = useNavigate();
  const features = useFeatures();
  const schemas = useAtomValue(schemasAtom) ?? [];
  return found.flatMap(({ object, records, marked }) =>
    records.flatMap((record, at): Action[] => {
      const schema = schemas.find((one) => one.api_name === object);
      const { name, label, other } = named(schema, record, marked[at]);
      const facts = factsOf(features, object);
      const Icon = facts.find((one) => one.icon)?.icon ?? FileText;
      const path = pathOf(features, object, record.id);
      return [
        {
          key: path,
          label: name,
          hint: other ? schema?.title : leadOf?.(features, schemas, object, record),
          found: { label, other },
          icon: <Icon />,
          run: () => void navigate({ to: path }),
        },
        ...facts
          .flatMap((one) => one.commands?.(record) ?? [])
          .map(({ icon: Sign, ...command }) => ({
            ...command,
            key: `${path} ${command.key}`,
            icon: <Sign />,
          })),
      ];
    }),
  );
}

/** What the palette offers for a text: by a leading ">" only what can be done. */
export function usePaletteGroups(query: string): Group[] {
  const navigate = useNavigate();
  const isCommand = query.startsWith(">");
  const text = isCommand ? query.slice(1).trim() : query.trim();
  const records = useFoundActions(useFound(isCommand ? "" : text));
  const identity = useAtomValue(identityAtom);
  const me = identity?.userId;
  const features = useFeatures();
  const actionsOf = useColleagueActions();
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const places = [
    ...usePlaces("live"),
    ...usePlaces("team"),
    ...useRecordPlaces(),
    ...usePlaces("tools"),
  ].map(
    (place): Action => ({
      key: place.path,
      label: place.label,
      icon: <place.icon />,
      run: () => void navigate({ to: place.path }),
    }),
  );
  const more = features
    .flatMap((feature) => feature.commands?.(text, identity) ?? [])
    .map(({ icon: Sign, ...command }): Action => ({ ...command, icon: <Sign /> }));
  const mayReach = useReach(text, [...more, ...records]);
  const offered = matching([...more.filter(mayReach), ...commands()], text);
  if (isCommand) {
    return [{ title: words.commands, actions: offered }];
  }
  const recent = recents().map(
    ({ path, label }): Action => ({
      key: `recent ${path}`,
      label,
      icon: <Clock />,
      run: () => void navigate({ to: path }),
    }),
  );
  const people = colleagues
    .filter(({ id }) => id !== me)
    .flatMap((colleague): Action[] =>
      actionsOf(colleague).map(({ onSelect, ...action }) => ({
        ...action,
        key: `${action.key} ${colleague.id}`,
        hint: t.frame.statuses[colleague.status],
        run: onSelect,
      })),
    );
  if (text === "") {
    return [
      { title: words.recent, actions: recent },
      { title: words.goTo, actions: places },
    ];
  }
  // Colleagues are known here: the server's are the same.
  const others = records.filter(mayReach).filter(({ key }) => !key.startsWith("/view/user/"));
  const everything: Action = {
    key: "search",
    label: words.all(text),
    icon: <Search />,
    run: () => void navigate({ to: "/search", search: { q: text } }),
  };
  return [
    { title: words.goTo, actions: matching(places, text) },
    { title: words.people, actions: matching(people, text).slice(0, shownColleagues) },
    { title: words.commands, actions: offered },
    // These come a moment later, and must not move what stands there already.
    { title: words.records, actions: others.length > 0 ? [...others, everything] : [] },
  ];
}
