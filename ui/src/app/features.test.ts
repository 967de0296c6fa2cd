// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "@/api";
import { allRights as all, objectSchema as schema } from "@/api/schema.test-env";
import type { Feature } from "@/feature";
import type { Identity } from "@/store";
import { features } from "./features";
import { homeOf, isWithin, recordPlaces } from "./navigation";

const routes = features.flatMap((feature) => feature.routes ?? []);
const places = features.flatMap((feature) => feature.places ?? []);
const identity = (over: object) =>
  ({ user: { id: "me", version: 1 }, rights: {}, administers: [], ...over }) as unknown as Identity;

/** Whether an address is one that a route describes. */
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\$\w+/g, "[^/]+")}$`).test(path);

describe("the features of the product", () => {
  it("name each path and each place once", () => {
    const paths = routes.map((route) => route.path);
    const keys = places.map((place) => place.key);
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("lead from every place and every object to a page that there is", () => {
    const objects = features.flatMap((feature) => Object.values(feature.objects ?? {}));
    const targets = [
      ...places.map((place) => place.path),
      ...objects.flatMap((facts) => facts.path?.("some-id") ?? []),
    ];
    expect(targets.length).toBeGreaterThan(6);
    const lost = targets.filter((path) => !routes.some((route) => matches(route.path, path)));
    expect(lost).toEqual([]);
  });

  it("give each route a page or an address that it stands for, and never both", () => {
    for (const route of routes) {
      expect([route.path, Boolean(route.component) !== Boolean(route.leadsTo)]).toEqual([route.path, true]);
    }
  });

  it("hide a place from whom its page is hidden", () => {
    const people = [
      undefined,
      identity({}),
      identity({ simulator: true }),
      identity({ administers: ["app"] }),
      identity({ user: { is_superuser: true } }),
    ];
    for (const place of places) {
      const route = routes.find((one) => one.path === place.path);
      for (const person of people) {
        expect(place.isFor?.(person) ?? true).toBe(route?.isFor?.(person) ?? true);
      }
    }
  });

  it("show tools to superusers, and to others those that they may use", () => {
    const shown = (person: Identity) =>
      places.filter((place) => place.section === "tools" && place.isFor?.(person)).map((place) => place.key);
    expect(shown(identity({}))).toEqual([]);
    expect(shown(identity({ simulator: true }))).toEqual(["simulator"]);
    expect(shown(identity({ administers: ["app"] }))).toEqual(["objects"]);
    expect(shown(identity({ user: { is_superuser: true } }))).toEqual([
      "objects",
      "organization",
      "realtime",
      "keys",
      "audit",
    ]);
  });

  it("let an organization set each thing in one place, group after group", async () => {
    const loaded = await Promise.all(features.map((feature) => feature.settings?.() ?? []));
    const groups = loaded.flat().sort((left, right) => left.order - right.order);
    const titles = [
      "General",
      "Incoming calls",
      "Sign-in",
      "Outgoing calls",
      "Recordings",
      "Texts",
      "Limits per user",
      "Files",
      "Keeping",
      "Apps",
    ];
    expect(groups.map((group) => group.title)).toEqual(titles);
    const paths = groups.flatMap((group) => group.settings.map((setting) => setting.path));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain("settings.ring_seconds");
    expect(paths).toContain("settings.quiet_hours.from");
    expect(paths).toContain("settings.recording_notice.text");
  });

  it.each([
    ["/live/twilio_conversation", ["texts"]],
    ["/view/twilio_conversation/record/t1/conversation", ["texts"]],
    ["/view/chat/record/c1/conversation", ["chat"]],
    ["/active_calls/c1", ["calls"]],
    ["/view/contact/record/c1/standard", []],
    ["/live/chatter", []],
  ])("%s belongs to %j", (address, keys) => {
    expect(places.filter((place) => isWithin(place, address)).map((place) => place.key)).toEqual(keys);
  });

  it("begin with the home page", () => {
    expect(homeOf(features)).toMatchObject({ path: "/", label: "Home" });
    expect(homeOf([])).toBeUndefined();
  });
});

describe("the lists of records in the navigation", () => {
  const listed = (schemas: ObjectSchema[], rights?: Identity["rights"], of: readonly Feature[] = features) =>
    recordPlaces(of, schemas, rights).map((place) => place.key);

  it("are in the order in which people look for them, then by title", () => {
    const schemas = ["zebra", "team", "user", "apple", "call", "note", "contact"].map((name) => schema(name));
    expect(listed(schemas)).toEqual(["contact", "note", "call", "user", "team", "apple", "zebra"]);
  });

  it("leave out what has a screen of its own", () => {
    const inside = ["organization", "twilio_conversation", "twilio_participant", "twilio_message"];
    const more = ["chat", "chat_message", "consent_event", "session", "contact"];
    expect(listed([...inside, ...more].map((name) => schema(name)))).toEqual(["contact"]);
  });

  it("leave out what one may not read, by the newest that is known of one's rights", () => {
    const schemas = [schema("contact"), schema("note", { rights: { ...all, read: false } })];
    expect(listed(schemas)).toEqual(["contact"]);
    expect(listed(schemas, { contact: { ...all, read: false }, note: all })).toEqual(["note"]);
    // Of what one may do nothing with any more, nothing is said.
    expect(listed(schemas, { note: all })).toEqual(["note"]);
  });

  it("leave out what would be an empty page: apps, to who administers none and is given none", () => {
    const own = { app: { ...all, create: false, delete: false, rows: "own" } };
    const places = (rights: Identity["rights"], administers: string[] = []) =>
      recordPlaces(features, [schema("app")], rights, administers).map((place) => place.key);
    expect(places(own)).toEqual([]);
    expect(places(own, ["a"])).toEqual(["app"]);
    expect(places({ app: { ...all, rows: "all" } })).toEqual(["app"]);
  });

  it("are called by their plural, or something like it, and have an icon in any case", () => {
    const schemas = [
      schema("contact", { title: "Contact", plural: "Contacts" }),
      schema("x", { title: "Gadget" }),
    ];
    const shown = recordPlaces(features, schemas, undefined);
    expect(shown.map((place) => [place.label, place.path])).toEqual([
      ["Contacts", "/view/contact/list"],
      ["Gadgets", "/view/x/list"],
    ]);
    expect(shown.every((place) => place.icon)).toBe(true);
  });

  it("are called as people call them, and say which administrators need", () => {
    const shown = recordPlaces(
      features,
      ["call", "contact", "user", "twilio_phone"].map((name) => schema(name)),
      undefined,
    );
    expect(shown.find((place) => place.key === "call")?.label).toBe("Call log");
    expect(shown.filter((place) => place.isAdministered).map((place) => place.key)).toEqual([
      "user",
      "twilio_phone",
    ]);
  });

  it("have an icon each", () => {
    const shown = recordPlaces(
      features,
      ["contact", "note", "call", "user", "team", "twilio_phone"].map((name) => schema(name)),
      undefined,
    );
    expect(new Set(shown.map((place) => place.icon)).size).toBe(shown.length);
  });

  it("do without any feature", () => {
    expect(listed([schema("b"), schema("a")], undefined, [])).toEqual(["a", "b"]);
  });
});
