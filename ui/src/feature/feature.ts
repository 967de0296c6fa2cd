import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Filter, ObjectSchema, WireRecord } from "@/api";
import type { Reducers } from "@/realtime/router";
import type { Atom, Identity } from "@/store";
import type { Part } from "./part";
import type { SettingGroup } from "./setting";

/** A page inside the frame, or an address that leads to one. */
export interface PageRoute {
  /** As TanStack Router writes it, such as "/view/$object/list". */
  path: string;
  /** Loaded when nothing else is to be done, or when somebody goes there: page (./part). */
  component?: Part<object>;
  /** Stands around its pages, each in its Outlet, and stays when one goes from one of them to the next. */
  around?: Part<object>;
  /** The address that this one stands for. */
  leadsTo?: (params: Record<string, string>) => string;
  /** Makes what the page may count on of the address's search. */
  search?: (raw: Record<string, unknown>) => object;
  /** To others the page does not exist. */
  isFor?: (identity: Identity | undefined) => boolean;
}

/**
 * A window of its own, with other things around the product's pages. Its addresses begin with one of the bases; the
 * first is written, the others are understood.
 */
export interface OwnWindow {
  bases: readonly [string, ...string[]];
  /** The path of the page that an address shows, which comes without its base; `isPage` tells where there is one. */
  inside: (address: string, isPage: (path: string) => boolean) => string;
  /** The address of a page in the window, without the base. */
  outside: (path: string) => string;
  /** At the foot of each of its pages, in a row whose place is always kept. */
  Bar: Part<object>;
}

/** Where one may go, by the navigation and by the palette. */
export interface Place {
  key: string;
  path: string;
  label: string;
  icon: LucideIcon;
  section: "live" | "team" | "tools";
  /** How other addresses begin that belong to it. */
  within?: readonly string[];
  /** How many things wait there, and how that is said aloud. */
  badge?: { count: Atom<number>; label: (count: number) => string };
  /** The bar of small screens has no room for it: it stands with what is more. */
  isMore?: true;
  isFor?: (identity: Identity | undefined) => boolean;
}

/** Something that can be done by the palette, such as with a record that was found: "Call Mia Reyes". */
export interface Command {
  key: string;
  label: string;
  icon: LucideIcon;
  /** Whom it calls or texts, as the number is stored or was typed: not offered for one who is not to be. */
  reaches?: { number: string; byText?: true };
  run: () => void;
}

/** A choice of an object's records: those whose field holds one of these values, or none of them. */
export interface Only {
  field: string;
  values: readonly string[];
  isNot?: true;
}

/** How records of an object stand in a section of the navigation, where that is not all of them by their names. */
export interface SectionFacts {
  /** What such a section is called until somebody names it; as the object's list where nothing is said. */
  label?: string;
  icon?: LucideIcon;
  only?: Only;
  /** The latest first by this field, written after a minus. */
  order?: string;
  /** Where one leads, where that is not where all links to it do. */
  path?: (id: string) => string;
  /** Loads what tells how one is called there by the person with this id. */
  title?: () => Promise<(record: WireRecord, me: string) => string>;
}

/** What stands for a record's fields on its page. */
export interface BodyProps {
  record: WireRecord;
  /** What is inside is the form now. */
  isEditing: boolean;
  children: ReactNode;
}

/** The values of a record, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a feature says of an object of the server; several may speak of one. */
export interface ObjectFacts {
  icon?: LucideIcon;
  /** What people call its list, where that is not its plural. */
  label?: string;
  /** Its list is for those who set things up, and stands with what they need. */
  isAdministered?: true;
  /** Whose navigation names its list, of those who may read of it; everybody's where nothing is said. */
  isListedFor?: (who: Pick<Identity, "administers" | "rights">) => boolean;
  /** Said where its list could not be read, where that is not what is said of every list. */
  fetchError?: string;
  /** Said where one is to be made without a field that it must have, beside what the field says of itself. */
  incomplete?: string;
  /** Its place among the lists of records, the lowest first; those without one follow by their titles. */
  order?: number;
  /** It has a screen of its own, or makes sense inside one only: the navigation names no list of it. */
  isInside?: true;
  /** The navigation names no list of it: the palette finds it, and links lead to it. */
  isQuiet?: true;
  /** It comes about by using the product; no form makes one. */
  hasNoForm?: true;
  /** Its records are people who work here: one is invited, never made in passing by who fills in another form. */
  isColleague?: true;
  /** Where a link to one leads; to its record where nothing is said. */
  path?: (id: string) => string;
  /** The fields under a record's name, by which people know what they look at. */
  lead?: readonly string[];
  /** Fields that are shown as another value than the stored one, which other fields of the record decide. */
  shows?: Readonly<Record<string, (record: Fields) => unknown>>;
  /** What options are called where one chooses among all records, of a field that `shows` calls otherwise in some. */
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A field in a list, where its value alone says too little. */
  cells?: Readonly<Record<string, Part<{ record: WireRecord }>>>;
  /** Fields that few ask for, such as the ids of others: a page folds them away with what is empty. */
  aside?: readonly string[];
  hasFace?: true;
  /** Fields of it by which one stands beside the record that they name. */
  relatedBy?: readonly string[];
  section?: SectionFacts;
  /** What can be done with one from anywhere, by the palette. */
  commands?: (record: WireRecord) => readonly Command[];
  /** Among the buttons of a record. */
  Action?: Part<{ record: WireRecord }>;
  /** Between a record's head and its fields. */
  Bar?: Part<{ record: WireRecord }>;
  /** Below a record's fields. */
  Below?: Part<{ record: WireRecord }>;
  /** What one contains, such as an image or a video, as large as its place. */
  Content?: Part<{ record: WireRecord }>;
  /** How one went, by itself: a tab of its own before its timeline, on the page of a record that has one. */
  Story?: { label: string; icon: LucideIcon; Part: Part<{ record: WireRecord }> };
  /** Stands for a record's fields on its page, with what they look like by themselves, or their form, inside. */
  Body?: Part<BodyProps>;
  /** Fields that the Body shows in a way of its own: neither the page's fields nor any form has them. */
  placed?: readonly string[];
  /** How a change of one of these is told, where its value before and after would say too little. */
  Told?: Part<{ field: string; before: unknown; after: unknown }>;
  /** One of them on the timeline of a record that it is about. */
  Happened?: Part<{ id: string; at: string }>;
  /** The first step, where there is none of it yet. */
  FirstStep?: Part<object>;
  /** Said when one was made by the form. */
  created?: (record: WireRecord) => string;
}

/**
 * Sends what was written in a thread. The same message may come again: it goes with its id, under which the server
 * stores it once. Throws ApiError.
 */
export type Sender = (
  thread: string,
  message: {
    clientId: string;
    body: string;
    files?: readonly { id: string; name: string }[];
    fields?: Readonly<Record<string, unknown>>;
  },
) => Promise<void>;

/** What one can write about a record, below its timeline. */
export interface RecordComposer {
  key: string;
  label: string;
  icon: LucideIcon;
  isFor: (object: string, identity: Identity | undefined) => boolean;
  Composer: Part<{ object: string; record: WireRecord }>;
}

/** Something that can be done with any record: in the menu of its page, and in the toolbar of a thread. */
interface RecordTool {
  key: string;
  label: string;
  icon: LucideIcon;
  isFor: (object: string, identity: Identity | undefined) => boolean;
  Dialog: Part<{ object: string; id: string; onClose: () => void }>;
}

/** A part of the page that the day begins with. */
export interface HomeCard {
  key: string;
  heading: string;
  /** Its place among the others, the lowest first. */
  order: number;
  /** How much of it there is, undefined before that is known: without any it is not shown. Always shown where nothing is said. */
  count?: Atom<number | undefined>;
  /** It stands next to what waits for one. */
  isAside?: true;
  /** It stands across the page above all else, without a heading that is shown. */
  isAbove?: true;
  Card: Part<object>;
}

/** A button that begins something, shown where nothing else is to be done. */
interface Starter {
  key: string;
  Starter: Part<object>;
}

/** Something that can be done with a colleague: from the list of the team, and by the palette. */
interface ColleagueAction {
  key: string;
  label: (name: string) => string;
  icon: LucideIcon;
  /** Gives the address to go to, where it leads somewhere. */
  run: (id: string) => Promise<string | undefined>;
}

/** Keys for the sheet of keys; features may share one group. */
export interface ShortcutGroup {
  title: string;
  /** Pairs of keys, such as "mod+k", and what they do. */
  keys: readonly (readonly [string, string])[];
}

/** Conditions that choose records of an object, as rows that all hold, or any. */
export interface ConditionsProps {
  schema: ObjectSchema;
  rows: readonly Filter[];
  isAny: boolean;
  onChange: (rows: readonly Filter[], isAny: boolean) => void;
  /** Goes on with the conditions as a query, which can say more. */
  onQuery: (text: string) => void;
}

/** What a tool of a list knows of it. */
export interface ListToolProps {
  schema: ObjectSchema;
  /** The selected records. */
  selected: readonly string[];
  /** What the list is narrowed by; undefined for nothing. */
  where: { rows: readonly object[]; isAny: boolean; query?: string | undefined } | undefined;
  /** What is typed into the search; what it finds can't be named by a filter. */
  search: string;
  /** The fields that are shown, in their order. */
  columns: readonly string[];
  total: number | undefined;
}

/**
 * A feature of the interface: everything that the rest needs to know of it. The application goes over a list of
 * these (app/features.ts), so that a feature is taken away with its folder and its line there. All of it is
 * loaded at every start: components are parts or pages (./part).
 */
export interface Feature {
  /** As the server calls it, where an organization may do without it: then its records alone are left. */
  name?: string;
  routes?: readonly PageRoute[];
  places?: readonly Place[];
  window?: OwnWindow;
  objects?: Readonly<Record<string, ObjectFacts>>;
  colleague?: readonly ColleagueAction[];
  /** What it hears of the live connection. */
  reducers?: () => Promise<Reducers>;
  /** Topics that are held as long as somebody is signed in. */
  topics?: readonly string[];
  /** How what is written in its threads is sent, by the word before the colon of their topics. */
  senders?: Readonly<Record<string, () => Promise<Sender>>>;
  composers?: readonly RecordComposer[];
  recordTools?: readonly RecordTool[];
  home?: readonly HomeCard[];
  starters?: readonly Starter[];
  /** What can be done from anywhere, by the palette; also with what was typed there, such as a number. */
  commands?: (typed: string, identity: Identity | undefined) => readonly Command[];
  shortcuts?: readonly ShortcutGroup[];
  /** Where Ctrl+Alt (Meta+Option) with a key leads, by the key's place on the keyboard (KeyboardEvent.code). */
  leads?: Readonly<Record<string, string>>;
  /** True while something is under way that opening the page again would cost, such as a call. */
  holds?: Atom<boolean>;
  /** What asks for attention before all else, said in the tab's title, such as that somebody is calling. */
  alert?: Atom<string | undefined>;
  /** What of it an organization can set; loaded with the page of settings. */
  settings?: () => Promise<readonly SettingGroup[]>;
  /** Among what a person sets about his phone, below all else. */
  PhoneSetting?: Part<object>;
  /** The form of an object's records as it is filled in, to try it: what is typed into it goes nowhere. */
  Form?: Part<{ schema: ObjectSchema }>;
  /** A card at the side of any record. */
  RecordCard?: Part<{ object: string; id: string }>;
  /** In the navigation, below the lists of records. */
  Navigation?: Part<{ isRail?: boolean }>;
  /** Beside oneself above the work, as long as there is something to show; on a phone in the sheet of the navigation. */
  Tray?: Part<object>;
  /** An icon beside one's availability, whose place is always kept. */
  Sign?: Part<object>;
  /** The editor of conditions, wherever records are chosen by some. */
  Conditions?: Part<ConditionsProps>;
  /** In the toolbar of every list of records. */
  listTool?: Part<ListToolProps>;
  /** Above every page. */
  Banner?: Part<object>;
  /** In a row of its own at every page, whose place is always kept: over it, on a phone under it. */
  Dock?: Part<object>;
  /** Over every page. */
  Overlay?: Part<object>;
}
