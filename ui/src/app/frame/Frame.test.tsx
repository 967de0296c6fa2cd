import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { t } from "@/messages";
import { signIn } from "@/store/signIn.test-env";
import { Frame } from "./Frame";

vi.mock("../goLive", () => ({ goLive: vi.fn() }));
vi.mock("../loading", () => ({ useLoadAhead: vi.fn() }));
vi.mock("./useSteps", () => ({ useSteps: () => 0 }));

it("opens the palette by its keys before the page is drawn, and takes the first key", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  signIn();
  const router = createRouter({
    routeTree: createRootRoute({ component: Frame }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(document.activeElement).toBe(
    screen.getByRole("combobox", { name: t.frame.palette.label, hidden: true }),
  );
});
