import { type ComponentType, useEffect, useState } from "react";

/** A component whose code is loaded when it is first shown, or before. */
export interface Part<P> {
  (props: P): React.ReactNode;
  /** Loads it, once; throws where that fails, and may then be tried again. */
  preload(): Promise<void>;
  isLoaded(): boolean;
}

/**
 * Makes a part of what loads its component. Until that is there nothing is shown; afterwards it is drawn at once,
 * where React.lazy would first show nothing for a moment, wherever it appears.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
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

  // biome-ignore lint/correctness/noComponentHookFactories: parts are made once, where a feature is declared
  function Shown(props: P) {
    const [outcome, setOutcome] = useState<{ error?: unknown }>();
    useEffect(() => {
      if (!Loaded) {
        preload().then(
          () => setOutcome({}),
          (error: unknown) => setOutcome({ error }),
        );
      }
    }, []);
    // A page that lacks one of its parts without a word would be worse than one that says that it failed.
    if (outcome && "error" in outcome) {
      throw outcome.error;
    }
    return Loaded ? <Loaded {...props} /> : null;
  }

  return Object.assign(Shown, { preload, isLoaded: () => Loaded !== undefined });
}
