import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { signIn } from "@/store/signIn.test-env";
import { useOwnDraft } from "./useOwnDraft";

it("each user has a draft of his own in a thread", () => {
  signIn({ userId: "alice" });
  const mine = renderHook(() => useOwnDraft("chat:1")).result.current;
  signIn({ userId: "bob" });
  expect(renderHook(() => useOwnDraft("chat:1")).result.current).not.toBe(mine);
  expect(renderHook(() => useOwnDraft("chat:2")).result.current).not.toBe(mine);
});
