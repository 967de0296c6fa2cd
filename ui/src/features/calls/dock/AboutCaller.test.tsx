import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { signIn } from "@/store/signIn.test-env";
import type { CallRecord } from "../objects";
import { AboutCaller } from "./AboutCaller";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, search, children }: { to: string; search?: { phone: string }; children: ReactNode }) => (
    <a href={`${to}?phone=${search?.phone}`}>{children}</a>
  ),
}));
vi.mock("./useCaller", () => ({ useCaller: () => undefined }));

const full = { create: true, read: true, update: true, delete: false };
const call = {
  id: "k",
  version: 1,
  status: "ringing",
  direction: "inbound",
  from_number: "+14155550134",
} as CallRecord;

it("offers to make a contact of an unknown caller, with the number filled in", () => {
  signIn({ rights: { contact: full } });
  render(<AboutCaller call={call} />);
  const link = screen.getByRole("link", { name: "Create contact" });
  expect(link.getAttribute("href")).toBe("/view/$object/new?phone=+14155550134");
});

it.each([
  ["a known caller", full, { contact: { id: "c", name: "Mia" } }],
  ["one who withholds the number", full, { from_number: null }],
  ["somebody who may make no contacts", { ...full, create: false }, {}],
])("offers none for %s", (_, rights, over) => {
  signIn({ rights: { contact: rights } });
  render(<AboutCaller call={{ ...call, ...over } as CallRecord} />);
  expect(screen.queryByRole("link", { name: "Create contact" })).toBeNull();
});
