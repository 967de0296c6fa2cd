// @vitest-environment node
import { describe, expect, it } from "vitest";
import { keptForm, withChange, withMove, withoutSection, withSection, withSectionAgain } from "./changes";
import { section } from "./section.test-env";
import { longestName, mostSections, type Section, sectionsOf } from "./sections";

const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => section(name)) as [
  Section,
  Section,
  Section,
  Section,
];
const names = (sections: readonly Section[]) => sections.map((one) => one.name).join("");
const all = () => true;

describe("the sections that settings hold", () => {
  it("are read as they were kept", () => {
    const sections = [a, { ...b, isFolded: true, icon: "star" }];
    expect(sectionsOf(keptForm(sections))).toEqual(sections);
    expect(keptForm([a])).toEqual([{ id: "id-a", api_name: "a", name: "a", title: "a", icon: "" }]);
  });

  it("are none where there is nothing, or something else", () => {
    for (const kept of [undefined, null, "x", {}, [null, 1, "x", {}, { id: "1" }, { api_name: "a" }]]) {
      expect(sectionsOf(kept)).toEqual([]);
    }
  });

  it("are one for each object, and no more than there is room for", () => {
    expect(sectionsOf([...keptForm([a, b]), { ...a, id: "again" }])).toEqual([a, b]);
    const many = Array.from({ length: mostSections + 5 }, (_, n) => section(`o${n}`));
    expect(sectionsOf(keptForm(many))).toHaveLength(mostSections);
  });

  it("have a name in any case, which is not endless", () => {
    expect(sectionsOf([{ id: "1", api_name: "a", title: "Letters" }])[0]?.name).toBe("Letters");
    expect(sectionsOf([{ id: "1", api_name: "a" }])[0]?.name).toBe("a");
    expect(sectionsOf([{ id: "1", api_name: "a", name: "x".repeat(500) }])[0]?.name).toHaveLength(
      longestName,
    );
  });
});

describe("a change of the sections", () => {
  it("adds one at the end, and ignores an object that is there", () => {
    expect(names(withSection([a, b], c))).toBe("abc");
    const had = [a, b];
    expect(withSection(had, { ...a, id: "other" })).toBe(had);
  });

  it("adds none beyond the most", () => {
    const many = Array.from({ length: mostSections }, (_, n) => section(`o${n}`));
    expect(withSection(many, a)).toBe(many);
  });

  it("removes one, and puts it back where it was", () => {
    expect(names(withoutSection([a, b, c], b.id))).toBe("ac");
    expect(names(withSectionAgain([a, c], b, 1))).toBe("abc");
    expect(names(withSectionAgain([a], b, 7))).toBe("ab");
    const had = [a, b];
    expect(withSectionAgain(had, b, 0)).toBe(had);
  });

  it("names one and gives it an icon", () => {
    expect(withChange([a, b], b.id, { name: "Mine", icon: "star" })).toEqual([
      a,
      { ...b, name: "Mine", icon: "star" },
    ]);
  });

  it.each([
    [0, 2, "bcad"],
    [3, 0, "dabc"],
    [2, 1, "acbd"],
    [1, -5, "bacd"],
    [1, 99, "acdb"],
  ])("moves the one at %d to %d, and no further than the ends", (from, to, order) => {
    const had = [a, b, c, d];
    expect(names(withMove(had, had[from]?.id ?? "", to, all))).toBe(order);
  });

  it("leaves all as it was where nothing moves", () => {
    const had = [a, b, c];
    expect(withMove(had, a.id, -1, all)).toBe(had);
    expect(withMove(had, c.id, 3, all)).toBe(had);
    expect(withMove(had, "nobody", 0, all)).toBe(had);
  });

  it("moves among those that are shown, while the others keep their places", () => {
    const isShown = (one: Section) => one !== b;
    expect(names(withMove([a, b, c, d], a.id, 1, isShown))).toBe("cbad");
    expect(names(withMove([a, b, c, d], d.id, 0, isShown))).toBe("dbac");
  });
});
