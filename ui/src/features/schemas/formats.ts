import {
  AtSign,
  Boxes,
  Braces,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Code,
  Coins,
  FileQuestion,
  FileText,
  Hash,
  Image,
  Link2,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  Phone,
  Tags,
  TextAlignStart,
  ToggleLeft,
  Type,
  Waypoints,
} from "lucide-react";

import type { Format } from "./api";
import { formatName } from "./formatNames";

/** How a format is shown to who chooses one; one that this release does not know is shown by its title. */
const shown: Readonly<Record<string, readonly [Icon: LucideIcon, text: string]>> = {
  text: [Type, "One line, such as a name or an order number"],
  "text-area": [TextAlignStart, "Several lines, such as a description"],
  "rich-text": [TextAlignStart, "Several lines with headings, lists and links"],
  code: [Code, "Monospaced text that keeps its spaces"],
  email: [AtSign, "An email address"],
  url: [Link2, "A web address that opens with a click"],
  phone: [Phone, "A number that one can call and text"],
  image: [Image, "A picture by its address, with a description"],
  file: [FileText, "A file, which is a record of its own"],
  address: [MapPin, "Street, city, region, postal code and country"],
  number: [Hash, "A number with decimals"],
  integer: [Hash, "A whole number"],
  currency: [Coins, "An amount of money with two decimals"],
  boolean: [ToggleLeft, "A checkbox"],
  date: [Calendar, "A day, the same everywhere"],
  "date-time": [CalendarClock, "A moment, in everybody's own time zone"],
  time: [Clock, "A time of the day"],
  enum: [CircleDot, "One of a fixed set of options, for states that integrations rely on"],
  picklist: [CircleDot, "One of several colored options"],
  "multi-picklist": [ListChecks, "Any number of colored options"],
  "multi-select": [Tags, "Tags that users add as they need them"],
  lookup: [Waypoints, "Another record, such as the contact of a deal"],
  "lookup-list": [Waypoints, "Several records of one object"],
  "any-object": [Waypoints, "A record of whatever object"],
  object: [Boxes, "An object itself, such as contact"],
  json: [Braces, "Structured data for integrations"],
  encrypted: [LockKeyhole, "A secret that is masked, and shown to few when they ask"],
};

export const iconOf = (format: string): LucideIcon => shown[format]?.[0] ?? FileQuestion;
export const textOfFormat = (format: string): string => shown[format]?.[1] ?? "";

/** What people call a format. */
export const titleOf = (formats: readonly Format[], name: string): string =>
  formatName(name, formats.find(({ format }) => format === name)?.title);
