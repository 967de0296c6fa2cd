import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { specOf } from "../spec";
import { FormattedText } from "./FormattedText";
import { marked } from "./marks";
import { RichLine, RichText } from "./RichText";
import { RichTextField } from "./RichTextField";

describe("formatted text", () => {
  it("is shown in a row of a list by its words alone", () => {
    const { container } = render(
      <RichLine
        text={"## Rent\n\nPaid **monthly**, see [the list](https://a.test).\n\n- heating\n- water"}
      />,
    );
    expect(container.textContent).toBe("Rent Paid monthly, see the list. heating water");
  });

  it("is shown as what its marks mean", () => {
    const { container } = render(
      <RichText
        text={
          "## Plan\n\nCall **Dana** *soon*, `x < y`.\nTwo\n\n- one\n- two\n\n3. three\n\n> said\n\n```\ncode\n```\n\n---"
        }
      />,
    );
    expect(screen.getByText("Dana").tagName).toBe("STRONG");
    expect(screen.getByText("soon").tagName).toBe("EM");
    expect(screen.getByText("x < y").tagName).toBe("CODE");
    expect([...container.querySelectorAll("ul li")].map((item) => item.textContent)).toEqual(["one", "two"]);
    expect(container.querySelector("ol")?.start).toBe(3);
    expect(container.querySelector("blockquote")?.textContent).toBe("said");
    expect(container.querySelector("pre")?.textContent).toBe("code");
    expect(container.querySelector("hr")).not.toBeNull();
    expect(container.textContent).not.toMatch(/[*#`>]/);
  });

  it("follows safe links alone, loads no picture and runs no HTML", () => {
    const { container } = render(
      <RichText
        text={
          "[ours](https://example.com/a) [mail](mailto:a@example.com) [trap](javascript:alert(1)) [data](data:text/html,x)\n\n![photo](https://example.com/a.png) ![bad](javascript:1)\n\n<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>"
        }
      />,
    );
    expect(
      [...container.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["ours", "https://example.com/a"],
      ["mail", "mailto:a@example.com"],
      ["photo", "https://example.com/a.png"],
    ]);
    expect(container.querySelector("img, script, b")).toBeNull();
    expect(container.textContent).toContain("<b>bold</b>");
    expect(container.textContent).toContain("trap");
  });

  it("stays whole however deep it is", () => {
    const { container } = render(<RichText text={`${"> ".repeat(400)}deep`} />);
    expect(container.textContent).toContain("deep");
  });
});

describe("a mark", () => {
  it.each([
    [{ around: "**" }, { text: "a b", from: 2, to: 3 }, { text: "a **b**", from: 4, to: 5 }],
    [{ around: "**" }, { text: "a **b**", from: 4, to: 5 }, { text: "a b", from: 2, to: 3 }],
    [{ around: "*" }, { text: "**b**", from: 2, to: 3 }, { text: "***b***", from: 3, to: 4 }],
    [{ around: "*" }, { text: "***b***", from: 3, to: 4 }, { text: "**b**", from: 2, to: 3 }],
    [{ around: "**" }, { text: "*b*", from: 1, to: 2 }, { text: "***b***", from: 3, to: 4 }],
    [{ around: "*" }, { text: "", from: 0, to: 0 }, { text: "**", from: 1, to: 1 }],
    [{ before: "- " }, { text: "a\nb\nc", from: 2, to: 5 }, { text: "a\n- b\n- c", from: 2, to: 9 }],
    [{ before: "- " }, { text: "- a\n- b", from: 0, to: 7 }, { text: "a\nb", from: 0, to: 3 }],
    [
      { link: true as const },
      { text: "see it", from: 4, to: 6 },
      { text: "see [it](https://)", from: 9, to: 17 },
    ],
    [{ link: true as const }, { text: "", from: 0, to: 0 }, { text: "[](https://)", from: 1, to: 1 }],
  ])("%j on %j", (mark, selected, wanted) => {
    expect(marked(mark, selected)).toEqual(wanted);
  });
});

const property = { title: "Terms", type: ["string", "null"], format: "rich-text" };
const schema = {
  api_name: "deal",
  title: "Deal",
  name_field: "name",
  required: [],
  properties: {},
  rights: { create: true, read: true, update: true, delete: true },
};
const blurred = vi.fn();

function Form() {
  const [value, setValue] = useState<unknown>("pay now");
  return (
    <RichTextField
      id="terms"
      field={specOf(schema, "terms", property)}
      value={value}
      onChange={setValue}
      onBlur={blurred}
      isInvalid={false}
      describedBy={undefined}
    />
  );
}

describe("its field", () => {
  it("marks what is selected by button and key, and shows how it looks", async () => {
    await FormattedText.preload();
    render(<Form />);
    const area = screen.getByRole<HTMLTextAreaElement>("textbox");
    area.focus();
    area.setSelectionRange(4, 7);
    fireEvent.click(screen.getByRole("button", { name: "Bold" }));
    expect(area.value).toBe("pay **now**");
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("now");
    fireEvent.keyDown(area, { key: "b", ctrlKey: true });
    expect(area.value).toBe("pay now");
    fireEvent.keyDown(area, { key: "i", metaKey: true });
    expect(area.value).toBe("pay *now*");
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.getByText("now").tagName).toBe("EM");
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.queryByText("now")).toBeNull();
  });

  it("is left only with all of it", () => {
    render(<Form />);
    blurred.mockClear();
    const area = screen.getByRole("textbox");
    area.focus();
    fireEvent.blur(area, { relatedTarget: screen.getByRole("button", { name: "Preview" }) });
    expect(blurred).not.toHaveBeenCalled();
    fireEvent.blur(area, { relatedTarget: null });
    expect(blurred).toHaveBeenCalledOnce();
  });
});
