import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { store } from "@/store";
import type { CallRecord } from "../objects";
import { Chips } from "./Chips";
import { chosenAtom, type Standing } from "./dockCalls";

const accept = vi.hoisted(() => vi.fn(() => new Promise<boolean>(() => undefined)));
vi.mock("../useAccept", () => ({ useAccept: () => accept }));

const chip = (id: string, standing: Standing) => ({
  call: {
    id,
    version: 1,
    status: "ringing",
    direction: "inbound",
    from_number: `+1415555013${id}`,
  } as CallRecord,
  standing,
});

it("accepts a second call with one press, and offers that for those that ring alone", () => {
  store.set(chosenAtom, undefined);
  render(<Chips calls={[chip("1", "ringing"), chip("2", "held")]} />);
  expect(screen.getAllByRole("button", { name: /^Accept/ })).toHaveLength(1);
  const button = screen.getByRole("button", { name: "Accept the call from (415) 555-0131" });
  fireEvent.click(button);
  fireEvent.click(button); // while the answer is on its way
  expect(accept).toHaveBeenCalledTimes(1);
  expect(accept).toHaveBeenCalledWith(expect.objectContaining({ id: "1" }));
});
