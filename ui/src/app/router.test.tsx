import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { ensureSession } from "@/features/session/bootstrap";
import { t } from "@/messages";
import { signIn } from "@/store/signIn.test-env";
import { features } from "./features";
import { makeRouter } from "./router";

vi.mock("@/features/session/bootstrap", () => ({ ensureSession: vi.fn(), loadInstance: vi.fn() }));
const session = vi.mocked(ensureSession);
const router = makeRouter(features);

/** Goes to an address, and says where that led: the path, the search, and whether there is such a page. */
async function go(path: string) {
  router.history.push(path);
  await router.load();
  const { location, matches } = router.state;
  const isMissing = matches.some((match) => match.status === "notFound");
  return { path: location.pathname, search: location.search as object, isMissing };
}

describe("going to an address", () => {
  beforeEach(() => {
    vi.spyOn(window, "scrollTo").mockReturnValue(undefined);
    session.mockReset().mockResolvedValue(undefined);
    signIn();
  });

  it("without a path leads to the first place", async () => {
    expect(await go("/")).toMatchObject({ path: "/", isMissing: false });
  });

  it.each([
    ["/view/contact", "/view/contact/list"],
    ["/view/chat/list", "/live/chat"],
    ["/view/twilio_conversation/list", "/live/twilio_conversation"],
    ["/live/contacts", "/view/contact/list"],
    ["/live/user", "/view/user/list"],
    ["/live/call", "/view/call/list"],
    ["/view/contact/some-id", "/view/contact/record/some-id/standard"],
  ])("%s leads to %s", async (address, path) => {
    expect(await go(address)).toMatchObject({ path, isMissing: false });
  });

  it.each(["/live/chat", "/view/chat/record/c1/conversation", "/view/note/list", "/view/note/new"])(
    "%s opens its page",
    async (path) => {
      expect(await go(path)).toMatchObject({ path, isMissing: false });
    },
  );

  it("keeps of a list's search what it knows", async () => {
    const { search } = await go("/view/contact/list?page=2&sort=-name&search=ada&other=1");
    expect(search).toMatchObject({ page: 2, sort: "-name", search: "ada" });
  });

  it.each(["/nowhere/at/all", "/view"])("%s is an unknown page, in the frame", async (path) => {
    expect(await go(path)).toMatchObject({ path, isMissing: false });
    expect(router.state.matches.map((match) => match.routeId)).toContain("/frame");
  });

  /** What the page of an address shows. */
  async function shownAt(path: string) {
    await go(path);
    const { routeId } = router.state.matches.at(-1) ?? {};
    const Page = Object.values(router.routesById).find((route) => route.id === routeId)?.options
      .component as ComponentType;
    return render(<Page />).container.textContent;
  }

  it.each([
    "/simulator",
    "/administration/realtime",
    "/administration/api-keys",
    "/administration/audit",
    "/administration/organization",
  ])("%s finds nothing for whom it is not, as long as it is not", async (path) => {
    expect(await shownAt(path)).toContain(t.frame.notFoundTitle);
    act(() => signIn({ simulator: true, user: { is_superuser: true } }));
    expect(screen.queryByText(t.frame.notFoundTitle)).toBeNull();
  });

  it.each([
    ["/view/contact/list?page=2", { redirect: "/view/contact/list?page=2" }],
    ["/", {}],
  ])("%s leads to the sign-in first where nobody is signed in, and back", async (address, search) => {
    session.mockRejectedValue(new ApiError(401, {}));
    expect(await go(address)).toMatchObject({ path: "/login", search });
  });

  it("does not lead to the sign-in where the server broke", async () => {
    session.mockRejectedValue(new ApiError(500, { detail: "It broke." }));
    expect((await go("/live/chat")).path).toBe("/live/chat");
  });
});
