// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createInbox } from "./inbox";

function setUp() {
  const batches: number[][] = [];
  const frames: (() => void)[] = [];
  const inbox = createInbox<number>(
    (batch) => batches.push([...batch]),
    (flush) => frames.push(flush),
  );
  return { inbox, batches, frame: () => frames.shift()?.() };
}

describe("inbox", () => {
  it("hands a lone item over at once", () => {
    const { inbox, batches } = setUp();
    inbox.put(1);
    expect(batches).toEqual([[1]]);
  });

  it("hands a burst over once per frame, in order, without loss", () => {
    const { inbox, batches, frame } = setUp();
    [1, 2, 3].forEach(inbox.put);
    expect(batches).toEqual([[1]]);
    frame();
    inbox.put(4);
    frame();
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it("is at once again after a quiet frame", () => {
    const { inbox, batches, frame } = setUp();
    inbox.put(1);
    frame();
    inbox.put(2);
    expect(batches).toEqual([[1], [2]]);
  });

  it("drains what waits before a snapshot is laid down", () => {
    const { inbox, batches } = setUp();
    inbox.put(1);
    inbox.put(2);
    inbox.drain();
    expect(batches).toEqual([[1], [2]]);
  });
});
