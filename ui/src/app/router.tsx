import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "@/api";
import { Toaster } from "@/components/Toaster/Toaster";
import { TooltipHost } from "@/components/TooltipHost/TooltipHost";
import { type PageRoute, page } from "@/feature";
import { ensureSession } from "@/features/session/bootstrap";
import { ownPath } from "@/lib/paths";
import { identityAtom, store } from "@/store";
import { CrashPage } from "./CrashPage";
import { features } from "./features";
import { NotFoundPage } from "./NotFoundPage";
import { homeOf } from "./navigation";
import { StartingPage } from "./StartingPage";

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
  component: page(() => import("./LoginRoute"), "LoginRoute"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: page(() => import("./InvitationRoute"), "InvitationRoute"),
});

const frame = createRoute({
  getParentRoute: () => root,
  id: "frame",
  beforeLoad: async ({ location }) => {
    try {
      await ensureSession();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
        throw redirect({
          to: "/login",
          search: location.pathname === "/" ? {} : { redirect: location.href },
        });
      }
      throw error;
    }
  },
  component: page(() => import("./frame/Frame"), "Frame"),
  pendingComponent: StartingPage,
  pendingMs: 150,
  notFoundComponent: NotFoundPage,
});

const inFrame = (path: string) => ({ getParentRoute: () => frame, path });

const start = createRoute({
  ...inFrame("/"),
  beforeLoad: () => {
    throw redirect({ to: homeOf(features)?.path ?? "/login" });
  },
});

function routeOf({ path, component, leadsTo, search, isFor }: PageRoute) {
  return createRoute({
    ...inFrame(path),
    ...(component ? { component } : {}),
    ...(search ? { validateSearch: search } : {}),
    beforeLoad: ({ params }) => {
      if (isFor && !isFor(store.get(identityAtom))) {
        throw notFound();
      }
      if (leadsTo) {
        throw redirect({ to: leadsTo(params as Record<string, string>) });
      }
    },
  });
}

const pages = features.flatMap((feature) => feature.routes ?? []).map(routeOf);

const routeTree = root.addChildren([login, invitation, frame.addChildren([start, ...pages])]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
});
