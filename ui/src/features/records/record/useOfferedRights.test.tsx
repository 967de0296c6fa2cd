import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { FeaturesContext } from "@/feature";
import { keep } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { useOfferedRights } from "./useOfferedRights";

const wrapper = ({ children }: { children: ReactNode }) => (
  <FeaturesContext value={[]}>{children}</FeaturesContext>
);
const full = { create: true, read: true, update: true, delete: true };
const onlyRead = { create: false, read: true, update: false, delete: false };
let version = 0;
const store = (over: object) =>
  act(() => keep("organization", [{ id: "o", version: ++version, name: "Harbor", ...over } as WireRecord]));

it("a record's page offers what rights allow, and at once only reading where the organization wants it so", () => {
  signIn({ rights: { note: full } });
  const { result } = renderHook(() => useOfferedRights("note"), { wrapper });
  expect(result.current).toEqual(full);
  store({ record_buttons: "superuser_only" });
  expect(result.current).toEqual(onlyRead);
  store({ record_buttons: "rights" });
  expect(result.current).toEqual(full);
  store({ record_buttons: null }); // stored by a release that had no such setting
  expect(result.current).toEqual(full);
});

it("superusers are offered everything, whatever is set", () => {
  signIn({ rights: { note: full }, user: { is_superuser: true } });
  store({ record_buttons: "superuser_only" });
  expect(renderHook(() => useOfferedRights("note"), { wrapper }).result.current).toEqual(full);
});
