import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "@/api";
import { Toaster } from "@/components/Toaster/Toaster";
import { TooltipHost } from "@/components/TooltipHost/TooltipHost";
import { ensureSession } from "@/features/session/bootstrap";
import { objectName, ownPath } from "@/lib/paths";
import { identityAtom, store } from "@/store";
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

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./InvitationRoute"), "InvitationRoute"),
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

const textsPage = () => import("./pages/TextsRoute");

const texts = createRoute({
  ...page("/live/twilio_conversation"),
  component: lazyRouteComponent(textsPage, "TextsRoute"),
});

const text = createRoute({
  ...page("/view/twilio_conversation/record/$id/conversation"),
  component: lazyRouteComponent(textsPage, "TextRoute"),
});

const chatPage = () => import("./pages/ChatRoute");

const chats = createRoute({
  ...page("/live/chat"),
  component: lazyRouteComponent(chatPage, "ChatsRoute"),
});

const chat = createRoute({
  ...page("/view/chat/record/$id/conversation"),
  component: lazyRouteComponent(chatPage, "ChatRoute"),
});

const recordPages = () => import("./pages/RecordRoutes");

interface ListSearch {
  page?: number;
  sort?: string;
  search?: string;
}

const list = createRoute({
  ...page("/view/$object/list"),
  validateSearch: (search: Record<string, unknown>): ListSearch => ({
    ...(Number(search.page) > 1 ? { page: Math.floor(Number(search.page)) } : {}),
    ...(typeof search.sort === "string" && /^-?[a-z][a-z0-9_]*$/.test(search.sort)
      ? { sort: search.sort }
      : {}),
    ...(typeof search.search === "string" && search.search !== "" ? { search: search.search } : {}),
  }),
  component: lazyRouteComponent(recordPages, "ListRoute"),
});

const create = createRoute({
  ...page("/view/$object/new"),
  component: lazyRouteComponent(recordPages, "NewRoute"),
});

const record = createRoute({
  ...page("/view/$object/record/$id/standard"),
  validateSearch: (search: Record<string, unknown>): { edit?: true } =>
    search.edit === true ? { edit: true } : {},
  component: lazyRouteComponent(recordPages, "RecordRoute"),
});

/** Views of the specification that lead elsewhere: table is our list, anything else is a record's id (D1§2). */
const view = createRoute({
  ...page("/view/$object/$view"),
  beforeLoad: ({ params }) => {
    const object = objectName(params.object);
    if (params.view === "table") {
      throw redirect({ to: "/view/$object/list", params: { object } });
    }
    throw redirect({ to: "/view/$object/record/$id/standard", params: { object, id: params.view } });
  },
});

const simulator = createRoute({
  ...page("/simulator"),
  beforeLoad: () => {
    if (!store.get(identityAtom)?.simulator) {
      throw notFound();
    }
  },
  component: lazyRouteComponent(() => import("./pages/SimulatorRoute"), "SimulatorRoute"),
});

/** Pages of superusers; to others they do not exist. */
const administration = <const P extends string>(path: P) => ({
  ...page(path),
  beforeLoad: () => {
    if (!store.get(identityAtom)?.user.is_superuser) {
      throw notFound();
    }
  },
});

const administrationPages = () => import("./pages/AdministrationRoute");

const realtime = createRoute({
  ...administration("/administration/realtime"),
  component: lazyRouteComponent(administrationPages, "RealtimeRoute"),
});

const organization = createRoute({
  ...administration("/administration/organization"),
  component: lazyRouteComponent(administrationPages, "OrganizationRoute"),
});

const routeTree = root.addChildren([
  login,
  invitation,
  frame.addChildren([
    start,
    activeCalls,
    activeCall,
    texts,
    text,
    chats,
    chat,
    list,
    create,
    record,
    view,
    simulator,
    realtime,
    organization,
  ]),
]);

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
