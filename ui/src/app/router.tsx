import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { ApiError } from "@/api";
import { Toaster } from "@/components/Toaster/Toaster";
import { TooltipHost } from "@/components/TooltipHost/TooltipHost";
import { ensureSession } from "@/features/session/bootstrap";
import { ownPath } from "@/lib/paths";
import { CrashPage } from "./CrashPage";
import { NotFoundPage } from "./NotFoundPage";
import { StartingPage } from "./StartingPage";

export const home = "/live/active_calls";

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
      <TooltipHost />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const target = ownPath(search.redirect);
    return target === undefined ? {} : { redirect: target };
  },
  component: lazyRouteComponent(() => import("./LoginRoute"), "LoginRoute"),
});

const frame = createRoute({
  getParentRoute: () => root,
  id: "frame",
  beforeLoad: async ({ location }) => {
    try {
      await ensureSession();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
        throw redirect({ to: "/login", search: location.pathname === "/" ? {} : { redirect: location.href } });
      }
      throw error;
    }
  },
  component: lazyRouteComponent(() => import("./frame/Frame"), "Frame"),
  pendingComponent: StartingPage,
  pendingMs: 150,
  notFoundComponent: NotFoundPage,
});

const page = <const P extends string>(path: P) => ({ getParentRoute: () => frame, path });

const start = createRoute({
  ...page("/"),
  beforeLoad: () => {
    throw redirect({ to: home });
  },
});

const calls = () => import("./pages/CallsRoute");

const activeCalls = createRoute({
  ...page("/live/active_calls"),
  component: lazyRouteComponent(calls, "CallsRoute"),
});

const activeCall = createRoute({
  ...page("/active_calls/$id"),
  component: lazyRouteComponent(calls, "CallRoute"),
});

const routeTree = root.addChildren([login, frame.addChildren([start, activeCalls, activeCall])]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
