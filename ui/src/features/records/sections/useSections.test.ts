// @vitest-environment node
import { Star } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { ObjectSchema, Rights } from "@/api";
import { allRights as all, objectSchema as schema } from "@/api/schema.test-env";
import type { Feature } from "@/feature";
import type { Identity } from "@/store";
import { sectionedOf } from "./useSections";

const features: Feature[] = [
  {
    places: [
      {
        key: "letters",
        path: "/letters",
        label: "Letters",
        icon: Star,
        section: "live",
        within: ["/view/letter/"],
      },
    ],
    objects: {
      letter: { isInside: true, path: (id) => `/letters/${id}`, icon: Star, label: "Letters" },
      stamp: { isInside: true },
      parcel: { label: "Parcels", section: { label: "On their way", path: (id) => `/way/${id}` } },
    },
  },
];
const found = (schemas: ObjectSchema[], rights?: Record<string, Rights>) =>
  sectionedOf(features, schemas, rights && ({ rights } as Identity));

describe("the objects of sections", () => {
  it("are those whose records one may go to", () => {
    const objects = ["letter", "stamp", "parcel", "gadget"].map((name) => schema(name));
    expect([...found(objects).keys()]).toEqual(["letter", "parcel", "gadget"]);
  });

  it("are those that one may read, by the newest that is known of one's rights", () => {
    const objects = [schema("gadget"), schema("parcel", { rights: { ...all, read: false } })];
    expect([...found(objects).keys()]).toEqual(["gadget"]);
    expect([...found(objects, { parcel: all }).keys()]).toEqual(["parcel"]);
  });

  it("are called, and lead, as their features say", () => {
    const objects = found([schema("letter"), schema("parcel"), schema("gadget", { plural: "Gadgets" })]);
    const told = [...objects.values()].map(({ label, home, path }) => [label, home, path("1")]);
    expect(told).toEqual([
      ["Letters", "/letters", "/letters/1"],
      ["On their way", "/view/parcel/list", "/way/1"],
      ["Gadgets", "/view/gadget/list", "/view/gadget/record/1/standard"],
    ]);
  });
});
