import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Structure } from "./Structure";
import { inOneLine, switchedOn, title } from "./structure";

const rights = {
  contact: { create: true, read: true, update: false },
  call: { read: false },
  zone: "America/Los_Angeles",
  hours: [{ day: "Mon", from: 9 }],
  tags: ["vip", "repair"],
};

describe("a structure", () => {
  it("is read by its names, with what is on and what is listed", () => {
    render(<Structure value={rights} />);
    const shown = screen.getAllByRole("term").map((term) => term.textContent);
    expect(shown).toEqual(["Contact", "Call", "Zone", "Hours", "Day", "From", "Tags"]);
    expect(screen.getByText("Create, Read")).toBeTruthy();
    expect(screen.getByText("vip, repair")).toBeTruthy();
    expect(document.body.textContent).not.toContain("{");
  });

  it("has a name for each key", () => {
    expect(title("object_permissions")).toBe("Object permissions");
    expect(title("0198c0de-0000-7000-8000-0000000000aa")).toBe("0198c0de-0000-7000-8000-0000000000aa");
  });

  it("names a record that it refers to, without its id", () => {
    const phone = { id: "b1224377-aa6f-55f4-9ba4-8e8c0dbb9483", name: "Main line" };
    const { container } = render(<Structure value={{ phone, theme: "light" }} />);
    expect(container.textContent).toBe("PhoneMain lineThemelight");
    expect(inOneLine(phone)).toBe("Main line");
  });

  it("lists records by their names, whatever else is kept of them", () => {
    const open_tabs = [
      {
        id: "a5887cf6-d5f5-5c1c-bdbc-9c7ad27b98aa",
        name: "Zoe Brooks",
        path: "/view/contact/x",
        current: true,
      },
      { id: "a5887cf6-d5f5-5c1c-bdbc-9c7ad27b98ab", name: "", title: "Notes", path: "/view/note/x" },
    ];
    const { container } = render(<Structure value={{ open_tabs }} />);
    expect(container.textContent).toBe("Open tabsZoe Brooks, Notes");
    expect(inOneLine(open_tabs)).toBe("Zoe Brooks, Notes");
  });

  it("says in one line what it tells of", () => {
    expect(inOneLine({ voice: true, sms: true, mms: false })).toBe("Voice, Sms");
    expect(switchedOn({ voice: false })).toBe("None");
    expect(inOneLine(rights)).toBe("Contact, Call, Zone, Hours, Tags");
    expect(inOneLine(["a", 1, null])).toBe("a, 1");
    expect(inOneLine(null)).toBe("");
  });
});
