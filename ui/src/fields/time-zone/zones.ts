import { compareText } from "@/lib/compare";
import { lazy } from "@/lib/lazy";
import { browserZone } from "@/lib/zone";

/** A time zone as people look it up. */
export interface Zone {
  /** Its IANA name. */
  id: string;
  city: string;
  area: string;
  /** How far its clocks are from UTC now, summer time included: "UTC−05:00". */
  offset: string;
}

/** These stand first: most customers live in them. */
const common = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];

const spaced = (part: string) => part.replaceAll("_", " ");

/** How a zone writes itself at a moment, such as "GMT-05:00" or "Eastern Time"; empty for a name that is no zone. */
function written(id: string, timeZoneName: "longOffset" | "longGeneric", at: Date): string {
  try {
    return (
      new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName })
        .formatToParts(at)
        .find(({ type }) => type === "timeZoneName")?.value ?? ""
    );
  } catch {
    return "";
  }
}

/** A zone by its IANA name, with the offset that it has at a moment. */
export function zoneOf(id: string, at = new Date()): Zone {
  const [area = "", ...rest] = id.split("/");
  const places = rest.map(spaced).reverse();
  return {
    id,
    city: places.length === 0 ? id : places.join(", "),
    area: places.length === 0 ? "" : spaced(area),
    offset: written(id, "longOffset", at)
      .replace(/^GMT(\+00:00)?/, "UTC")
      .replace("-", "−"),
  };
}

/** Today's names of zones that Chromium still lists by former ones. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The zones that the browser knows, by their cities; the server takes no other name without an area than UTC. */
const known = lazy(() =>
  [
    ...new Set([
      ...Intl.supportedValuesOf("timeZone")
        .filter((id) => id.includes("/"))
        .map((id) => renamed[id] ?? id),
      "UTC",
    ]),
  ]
    .map((id) => zoneOf(id))
    .sort((left, right) => compareText(left.city, right.city)),
);

/** What a search may find a zone by beside its name, such as "Eastern Time". */
const generic = lazy(
  () => new Map(known().map(({ id }) => [id, written(id, "longGeneric", new Date()).toLowerCase()])),
);

/** Without accents, and with the minus that keyboards have. */
const folded = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("−", "-").replaceAll("_", " ").toLowerCase();

/** The browser's zone and the most common ones before all others; of a search, the zones that it finds. */
export function findZones(typed: string, current = ""): readonly Zone[] {
  const zones = known();
  const others = current === "" || zones.some(({ id }) => id === current) ? [] : [zoneOf(current)];
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length > 0) {
    return [...others, ...zones].filter(({ id, offset }) => {
      const text = `${folded(id)} ${folded(offset)} ${generic().get(id) ?? ""}`;
      return words.every((word) => text.includes(word));
    });
  }
  const first = [...new Set([current, browserZone(), ...common])].flatMap(
    (wanted) => [...others, ...zones].find(({ id }) => id === wanted) ?? [],
  );
  return [...first, ...zones.filter((zone) => !first.includes(zone))];
}
