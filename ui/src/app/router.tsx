import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "@/api";
import { type Feature, type PageRoute, page, part } from "@/feature";
import { ensureSession } from "@/features/session/bootstrap";
import { ownPath } from "@/lib/paths";
import { identityAtom, phaseAtom, store, useAtomValue } from "@/store";
import { loadAround } from "./around";
import { CrashPage } from "./CrashPage";
import { NotFoundPage } from "./NotFoundPage";
import { homeOf } from "./navigation";
import { addressesOf, basesOf, historyIn, type Opened } from "./ownWindow";
import { StartingPage } from "./StartingPage";
import { isUsed } from "./used";

// The first paint needs neither.
const Toaster = part(() => import("@/components/Toaster/Toaster").then((file) => file.Toaster));
const TooltipHost = part(() =>
  import("@/components/TooltipHost/TooltipHost").then((file) => file.TooltipHost),
);

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

const secondFactorPath = "/second-factor";

/** Where somebody is led who may see no page yet; undefined for who may, and for other failures. */
function outsideOf(error: unknown): typeof secondFactorPath | "/login" | undefined {
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  if (error.code === "second_factor_required") {
    return secondFactorPath;
  }
  return error.status === 400 || error.status === 401 ? "/login" : undefined;
}

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

const forgot = createRoute({
  getParentRoute: () => root,
  path: "/forgot",
  component: page(() => import("./ResetRoute"), "ForgotRoute"),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: page(() => import("./ResetRoute"), "ResetRoute"),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: secondFactorPath,
  component: page(() => import("./SecondFactorRoute"), "SecondFactorRoute"),
});

const Frame = page(() => import("./frame/Frame"), "Frame");
const WindowFrame = page(() => import("./frame/WindowFrame"), "WindowFrame");

/** What is around every page of somebody who is signed in. */
const frameOf = (features: readonly Feature[], opened: Opened | undefined) =>
  createRoute({
    getParentRoute: () => root,
    id: "frame",
    beforeLoad: async ({ location }) => {
      const isKnown = store.get(phaseAtom) === "signed-in";
      try {
        await Promise.all([ensureSession(), isKnown ? undefined : loadAround(features)]);
      } catch (error) {
        const to = outsideOf(error);
        if (to) {
          throw redirect({
            to,
            search:
              location.pathname === "/" && !opened
                ? {}
                : { redirect: opened ? addressesOf(features, opened).outside(location.href) : location.href },
          });
        }
        throw error;
      }
    },
    component: opened ? WindowFrame : Frame,
    pendingComponent: StartingPage,
    pendingMs: 150,
    // Whoever is known sees his page at once, however short the mark was shown.
    pendingMinMs: 0,
    notFoundComponent: NotFoundPage,
  });

/** Where no feature has a page of its own for the bare address it leads to the first place of all. */
const startOf = (features: readonly Feature[], frame: AnyRoute): AnyRoute[] =>
  features.some(({ routes }) => routes?.some(({ path }) => path === "/"))
    ? []
    : [
        createRoute({
          getParentRoute: () => frame,
          path: "/",
          beforeLoad: () => {
            throw redirect({ to: homeOf(features)?.path ?? "/login" });
          },
        }),
      ];

type Shown = Required<Pick<PageRoute, "component" | "isFor">>;

/** A page that is there for some people only, as their rights are now. */
function Only({ component: Page, isFor }: Shown) {
  return isFor(useAtomValue(identityAtom)) ? <Page /> : <NotFoundPage />;
}

function shown({ component, isFor }: PageRoute) {
  if (!(component && isFor)) {
    return component ? { component } : {};
  }
  const preload = () => (isFor(store.get(identityAtom)) ? component.preload() : Promise.resolve());
  return { component: Object.assign(() => <Only component={component} isFor={isFor} />, { preload }) };
}

/** The pages of a feature, to those for whom it is there. */
const pagesOf = (feature: Feature): PageRoute[] =>
  (feature.routes ?? []).map((route) =>
    feature.name === undefined
      ? route
      : { ...route, isFor: (identity) => isUsed(feature, identity) && route.isFor?.(identity) !== false },
  );

function routeOf(parent: AnyRoute, route: PageRoute) {
  const { path, leadsTo, search } = route;
  return createRoute({
    getParentRoute: () => parent,
    path,
    ...shown(route),
    ...(search ? { validateSearch: search } : {}),
    beforeLoad: ({ params }) => {
      if (leadsTo) {
        throw redirect({ to: leadsTo(params as Record<string, string>) });
      }
    },
  });
}

/** Pages with the same one around them are in one route, so that it stays while one goes from one to the other. */
function routesOf(pages: readonly PageRoute[], frame: AnyRoute): AnyRoute[] {
  const arounds = new Set(pages.map(({ around }) => around));
  return [...arounds].flatMap<AnyRoute>((around, index) => {
    const parent: AnyRoute = around
      ? createRoute({ getParentRoute: () => frame, id: `around-${index}`, component: around })
      : frame;
    const routes = pages.filter((one) => one.around === around).map((one) => routeOf(parent, one));
    return around ? parent.addChildren(routes) : routes;
  });
}

/** The addresses of windows of their own: the page is loaded again as one of these. */
const windowsOf = (features: readonly Feature[]): AnyRoute[] =>
  basesOf(features).flatMap((base) =>
    [base, `${base}/$`].map((path) =>
      createRoute({
        getParentRoute: () => root,
        path,
        beforeLoad: ({ location, preload }) => {
          if (!preload) {
            window.location.replace(location.href);
            return new Promise<void>(() => undefined); // nothing of this page is shown any more
          }
          return Promise.resolve();
        },
      }),
    ),
  );

/**
 * The application's router, that of a window of its own where the page was opened as one; to make it takes a while,
 * so the page says when (main.tsx).
 */
export function makeRouter(features: readonly Feature[], opened?: Opened) {
  const frame = frameOf(features, opened);
  const pages = routesOf(features.flatMap(pagesOf), frame);
  // Any other address: a page in the frame, too, so that a live call stays within reach.
  const unknown = createRoute({ getParentRoute: () => frame, path: "$", component: NotFoundPage });
  return createRouter({
    routeTree: root.addChildren([
      login,
      invitation,
      forgot,
      reset,
      secondFactor,
      ...windowsOf(features),
      frame.addChildren([...startOf(features, frame), unknown, ...pages]),
    ]),
    ...(opened ? { history: historyIn(features, opened) } : {}),
    defaultPreload: "intent",
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}
