import { beforeEach, describe, expect, it, vi } from "vitest";

const load = () => import("./wayBack");

describe("the way back after a sign-in", () => {
  beforeEach(() => {
    sessionStorage.clear();
    vi.resetModules();
  });

  it("leads where the session ended", async () => {
    const { signInAddress } = await load();
    expect(signInAddress("/view/note/list?page=2")).toBe("/login?redirect=%2Fview%2Fnote%2Flist%3Fpage%3D2");
    expect(signInAddress("/")).toBe("/login");
  });

  it("leads nowhere for who signed out", async () => {
    const { forgetWayBack, signInAddress } = await load();
    forgetWayBack();
    expect(signInAddress("/view/note/list")).toBe("/login");
  });

  it("is the way of who was here, and not of somebody else", async () => {
    const { noteUser, wayBackOf } = await load();
    noteUser("alice");
    expect(wayBackOf("alice", "/view/note/list")).toBe("/view/note/list");
    expect(wayBackOf("ben", "/view/note/list")).toBe("/");
  });

  it("is anybody's where nobody was here, as behind a link in a letter", async () => {
    const { wayBackOf } = await load();
    expect(wayBackOf("ben", "/view/note/list")).toBe("/view/note/list");
    expect(wayBackOf("ben", undefined)).toBe("/");
  });
});
