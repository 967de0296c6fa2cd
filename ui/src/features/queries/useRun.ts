import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/problem";
import { type QueryPage, type Row, runQuery } from "./api";

/** What was found so far, page by page. */
export interface Found extends QueryPage {
  text: string;
  page: number;
  /** How long the last page took to come, in milliseconds. */
  took: number;
}

interface Run {
  isRunning: boolean;
  found?: Found;
  error?: ApiError;
}

const asError = (error: unknown) =>
  error instanceof ApiError
    ? error
    : new ApiError(0, error instanceof Error ? { detail: error.message } : {});

/** Runs queries, one at a time: another one, a stop and leaving the page end the one that runs. */
export function useRun() {
  const [state, setState] = useState<Run>({ isRunning: false });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(
    async (text: string, page: number, isLive: boolean, before: readonly Row[], kept: Found | undefined) => {
      running.current?.abort();
      const asked = new AbortController();
      const { signal } = asked;
      running.current = asked;
      setState({ isRunning: true, ...(kept ? { found: kept } : {}) });
      const began = performance.now();
      try {
        const got = await runQuery(text, page, isLive, signal);
        if (!signal.aborted) {
          const took = Math.round(performance.now() - began);
          setState({ isRunning: false, found: { ...got, rows: [...before, ...got.rows], text, page, took } });
        }
      } catch (error) {
        if (!signal.aborted) {
          setState({ isRunning: false, ...(kept ? { found: kept } : {}), error: asError(error) });
        }
      }
    },
    [],
  );

  const { found } = state;
  return {
    ...state,
    run: (text: string, isLive: boolean) => void ask(text, 1, isLive, [], undefined),
    more: () => {
      if (found) {
        void ask(found.text, found.page + 1, false, found.rows, found);
      }
    },
    stop: () => {
      running.current?.abort();
      setState(({ found: had }) => ({ isRunning: false, ...(had ? { found: had } : {}) }));
    },
  };
}
