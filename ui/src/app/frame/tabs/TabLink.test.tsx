import { act, render } from "@testing-library/react";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ObjectSchema, WireRecord } from "@/api";
import { keep, schemasAtom, store } from "@/store";
import { step } from "./keeping";
import { TabLink } from "./TabLink";

vi.mock("@tanstack/react-router", () => ({ Link: ({ children }: { children: ReactNode }) => children }));
vi.mock("./keeping", () => ({ step: vi.fn() }));

beforeEach(() => {
  vi.clearAllMocks();
  store.set(schemasAtom, [{ api_name: "email", name_field: "subject" } as ObjectSchema]);
});

it("a tab follows the field that its object names its records by", () => {
  const path = "/view/email/record/e1/standard";
  let version = 0;
  const hear = (subject: string) =>
    act(() =>
      keep("email", [{ id: "e1", version: ++version, name: "Not it", subject } as unknown as WireRecord]),
    );
  hear("Your order");
  const tab = { name: "Your order", path, current: false, id: "e1" };
  const nothing = vi.fn();
  render(
    <TabLink
      {...{ tab, icon: Mail, search: {}, isCurrent: false, isAbsent: false, isStop: true }}
      {...{ onClose: nothing, onFocus: nothing, onDrag: nothing, onDrop: nothing }}
    />,
  );
  expect(step).not.toHaveBeenCalled();
  hear("Your order has left");
  expect(step).toHaveBeenCalledExactlyOnceWith({ do: "open", path, name: "Your order has left" });
});
