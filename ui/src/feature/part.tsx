import { type ComponentType, useCallback, useEffect, useState } from "react";
import { NotLoaded } from "@/lib/chunks";
import { connectionAtom, store } from "@/store";
import { type FailedProps, PageFailed, PartFailed } from "./failed";
import { useReturn } from "./useReturn";

/** A component whose code is loaded when it is first shown, or before. */
export interface Part<P> {
  (props: P): React.ReactNode;
  /** Loads it, once; throws where that fails, and may then be tried again. */
  preload(): Promise<void>;
  isLoaded(): boolean;
}

/** As whoever loads ahead sees a part. */
export type Loadable = Pick<Part<never>, "preload" | "isLoaded">;

const made = new Set<Loadable>();

/** The parts there are, those of loaded parts included. */
export const allParts = (): readonly Loadable[] => [...made];

function create<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<P & FailedProps>,
  Waiting?: ComponentType<P>,
): Part<P> {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;

  const preload = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Shown(props: P) {
    const [outcome, setOutcome] = useState<{ error?: unknown }>();
    const attempt = useCallback(() => {
      const before = store.get(connectionAtom);
      preload().then(
        () => setOutcome({}),
        (error: unknown) => {
          const hasReturned = before !== "connected" && store.get(connectionAtom) === "connected";
          if (hasReturned) {
            attempt();
          } else {
            setOutcome({ error });
          }
        },
      );
    }, []);
    useEffect(() => {
      if (!Loaded) {
        attempt();
      }
    }, [attempt]);
    const hasFailed = outcome !== undefined && "error" in outcome;
    useReturn(hasFailed, attempt);
    if (Loaded) {
      return <Loaded {...props} />;
    }
    if (!hasFailed) {
      return Waiting ? <Waiting {...props} /> : null;
    }
    // A page that lacks one of its parts without a word would be worse than one that says that it failed.
    if (!(outcome.error instanceof NotLoaded)) {
      throw outcome.error;
    }
    return <Failed {...props} isGone={outcome.error.isGone} onRetry={attempt} />;
  }

  return Object.assign(Shown, { preload, isLoaded: () => Loaded !== undefined });
}

/**
 * Makes a part of what loads its component. Until that is there nothing is shown, or what keeps its place; afterwards
 * it is drawn at once, where React.lazy would first show nothing for a moment, wherever it appears.
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<P & FailedProps> = PartFailed,
  Waiting?: ComponentType<P>,
): Part<P> {
  const one = create(load, Failed, Waiting);
  made.add(one);
  return one;
}

/** Makes a page of a module's component. The router loads it before it leaves the page that is shown. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<object>>>,
  name: Name,
): Part<object> {
  const Page = create(() => load().then((module) => module[name]), PageFailed);
  const { preload } = Page;
  // One that fails says so where it is shown, which is not the router's.
  return Object.assign(Page, { preload: () => preload().catch(() => undefined) });
}
