import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { specOf } from "../spec";
import { problemOf, readSize, withParts } from "./edit";
import { ImageField } from "./ImageField";
import { fieldType } from "./type";
import { isOurs, shownSize } from "./value";

const rights = { create: true, read: true, update: true, delete: true };
const schema = {
  api_name: "thing",
  title: "Thing",
  name_field: "name",
  required: [],
  properties: {},
  rights,
};
const field = specOf(schema, "cover", { title: "Cover", type: ["object", "null"], format: "image" });
const url = "https://example.com/a.png";

interface FormProps {
  before: unknown;
  onChange: (value: unknown, problem?: string) => void;
}

function Form({ before, onChange }: FormProps) {
  const [value, setValue] = useState(before);
  const change = (next: unknown, problem?: string) => {
    setValue(next);
    onChange(next, problem);
  };
  const rest = { id: "x", onBlur: vi.fn(), isInvalid: true, describedBy: "x-error" };
  return <ImageField field={field} value={value} onChange={change} {...rest} />;
}

function edited(before: unknown) {
  const onChange = vi.fn();
  render(<Form before={before} onChange={onChange} />);
  return onChange;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("loads pictures of ours alone", () => {
  for (const address of ["/a.png", `${location.origin}/a.png`]) {
    expect(isOurs(address), address).toBe(true);
  }
  for (const address of [url, "//example.com/a.png", "/\\example.com/a.png", "a.png", "data:,a"]) {
    expect(isOurs(address), address).toBe(false);
  }
});

it("fits a picture into its bounds in its own proportions", () => {
  expect(shownSize({ width: 1024, height: 512 })).toEqual({ width: 256, height: 128 });
  expect(shownSize({ width: 100, height: 1000 })).toEqual({ width: 26, height: 256 });
  expect(shownSize({ width: 40, height: 30 })).toEqual({ width: 40, height: 30 });
  expect(shownSize({ width: 10_000, height: 1 })).toEqual({ width: 256, height: 1 });
  expect(shownSize({ width: 40 })).toBeUndefined();
});

it("is none when nothing is said of it", () => {
  expect(withParts({ url, public: false }, { url: "" })).toBeNull();
  expect(withParts({ url, title: "Tree" }, { title: "" })).toEqual({ url });
  expect(withParts(null, { public: true })).toEqual({ public: true });
});

it("takes sizes that the server takes", () => {
  for (const typed of ["1", "10000", "1,200", ""]) {
    expect(problemOf({ url, width: readSize(typed) }), typed).toBeUndefined();
  }
  for (const typed of ["0", "-1", "1.5", "10001", "wide"]) {
    expect(problemOf({ url, height: readSize(typed) }), typed).toBe("size");
  }
  expect(problemOf({ url: "/a.png" })).toBe("link");
  expect(problemOf({ title: "Tree" })).toBe("link");
});

it("enters all that is said of a picture", () => {
  const onChange = edited({ url, public: false });
  expect(screen.queryByLabelText("Caption")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cover: More" }));
  type("Title", "Tree");
  type("Caption", "A tree in spring");
  type("Credit", "Ada");
  type("Width", "640");
  type("Height", "480");
  fireEvent.click(screen.getByLabelText("Public"));
  const said = { title: "Tree", caption: "A tree in spring", credit: "Ada", width: 640, height: 480 };
  expect(onChange).toHaveBeenLastCalledWith({ url, ...said, public: true }, undefined);
});

it("says what is wrong with a size, at the size", () => {
  const onChange = edited({ url, width: 640 });
  type("Width", "wide");
  const why = "Enter width and height as whole numbers from 1 to 10,000.";
  expect(onChange).toHaveBeenLastCalledWith({ url, width: "wide" }, why);
  const invalid = [...document.querySelectorAll('[aria-invalid="true"]')];
  expect(invalid).toEqual([screen.getByLabelText("Width")]);
});

it("shows caption and credit on a page, not in a cell", () => {
  const { View, Cell } = fieldType;
  const value = {
    url: `${location.origin}/a.png`,
    alt_text: "A tree",
    title: "Tree",
    width: 1024,
    height: 512,
    caption: "In spring",
    credit: "Ada",
  };
  const { container, unmount } = render(<View field={field} value={value} />);
  const picture = screen.getByAltText("A tree");
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["256", "128"]);
  expect(picture.getAttribute("data-tip")).toBe("Tree");
  expect(container.querySelector("figcaption")?.textContent).toBe("In springAda");
  unmount();
  expect(render(<Cell field={field} value={value} />).container.textContent).toBe("A tree");
});
