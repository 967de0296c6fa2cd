import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { keep } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { useSendKey } from "./useSendKey";

let version = 0;
const set = (enter_key: unknown) =>
  act(() => keep("organization", [{ id: "o", version: ++version, name: "Harbor", enter_key } as WireRecord]));

it("what sends is what one chose, else what the organization has, else Enter", () => {
  signIn();
  const { result } = renderHook(() => [useSendKey("sms"), useSendKey("chat")]);
  expect(result.current).toEqual(["enter", "enter"]);
  set("ctrl_enter");
  expect(result.current).toEqual(["ctrl_enter", "ctrl_enter"]);
  act(() => void signIn({ user: { settings: { send_key: { chat: "shift_enter", sms: "tab" } } } }));
  expect(result.current).toEqual(["ctrl_enter", "shift_enter"]);
  act(() => void signIn({ user: { settings: { send_key: null } } }));
  set("space");
  expect(result.current).toEqual(["enter", "enter"]);
});
