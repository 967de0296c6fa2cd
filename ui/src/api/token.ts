import { parseJson } from "@/lib/exact";
import type { Opened, TokenReply } from "./contract";
import { ApiError, problemOf } from "./problem";

/** The access token, held in memory only; the refresh token is an HttpOnly cookie nobody here can read. */
export interface AccessToken {
  value: string;
  /** Milliseconds since the epoch. */
  expires: number;
  /** The user it acts for; another one is another person, or the same one in another organization. */
  user: string;
}

type Shared = { kind: "token"; token: AccessToken } | { kind: "signed-out" };

const margin = 45_000;
const lockName = "switchboard.refresh";

let current: AccessToken | undefined;
/** Another user signed in while this page stood: it is about to be replaced, and nothing of it goes in his name. */
let isLeft = false;
let opened: Pick<Opened, "me" | "schema"> = {};
let refreshing: Promise<AccessToken> | undefined;
const tokenListeners = new Set<(token: AccessToken) => void>();
const endListeners = new Set<() => void>();
const otherUserListeners = new Set<() => void>();

const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("switchboard.session");
channel?.addEventListener("message", (event: MessageEvent<Shared>) => {
  if (event.data.kind === "token") {
    adopt(event.data.token);
  } else {
    end();
  }
});

function adopt(token: AccessToken): void {
  const isOther = current !== undefined && current.user !== token.user;
  current = token;
  if (isOther) {
    isLeft = true;
    for (const listener of otherUserListeners) {
      listener();
    }
    return;
  }
  for (const listener of tokenListeners) {
    listener(token);
  }
}

function end(): void {
  current = undefined;
  for (const listener of endListeners) {
    listener();
  }
}

function isFresh(token: AccessToken | undefined): token is AccessToken {
  return token !== undefined && token.expires - margin > Date.now();
}

/** Takes the answer of a sign-in or refresh and gives it to the other tabs. */
export function acceptToken(reply: TokenReply): AccessToken {
  const token = {
    value: reply.access_token,
    expires: Date.now() + reply.expires_in * 1000,
    user: reply.user,
  };
  adopt(token);
  channel?.postMessage({ kind: "token", token } satisfies Shared);
  return token;
}

/** Forgets the sign-in in every tab of this browser. */
export function endSession(): void {
  end();
  channel?.postMessage({ kind: "signed-out" } satisfies Shared);
}

export function onToken(listener: (token: AccessToken) => void): () => void {
  tokenListeners.add(listener);
  return () => tokenListeners.delete(listener);
}

export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Hears that this browser signed in as another user, here or in another tab, while a page of the former one stands. */
export function onOtherUser(listener: () => void): () => void {
  otherUserListeners.add(listener);
  return () => otherUserListeners.delete(listener);
}

export function currentToken(): AccessToken | undefined {
  return current;
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator.locks === "undefined") {
    return work();
  }
  return (await navigator.locks.request(lockName, work)) as T;
}

declare global {
  interface Window {
    /** The answer that the page itself asked for before its scripts were there (index.html). */
    switchboardAsked?: Promise<Response> | undefined;
  }
}

function askForToken(): Promise<Response> {
  const asked = window.switchboardAsked;
  window.switchboardAsked = undefined;
  return (
    asked ??
    fetch("/v1/oauth2/refresh", {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
  );
}

async function requestRefresh(): Promise<AccessToken> {
  let response: Response;
  try {
    response = await askForToken();
  } catch {
    throw new ApiError(0, {});
  }
  if (!response.ok) {
    const problem = await problemOf(response);
    // A busy or restarting server is no verdict on the session.
    if (response.status === 429 || response.status >= 500) {
      throw new ApiError(0, { detail: problem.message });
    }
    throw problem;
  }
  const reply = parseJson(await response.text()) as Opened;
  const { me, schema } = reply;
  opened = { ...(me ? { me } : {}), ...(schema ? { schema } : {}) };
  return acceptToken(reply);
}

/** What came with the token that the page asked for when it began; once, for it grows old. */
export function takeOpened(): Pick<Opened, "me" | "schema"> {
  const taken = opened;
  opened = {};
  return taken;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function refreshWithRetry(spent: AccessToken | undefined): Promise<AccessToken> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await withLock(() => {
        // Another tab may have refreshed while this one waited for the lock.
        if (isFresh(current) && current !== spent) {
          return Promise.resolve(current);
        }
        return requestRefresh();
      });
    } catch (error) {
      const isOutage = error instanceof ApiError && error.isNetwork;
      if (!isOutage) {
        end();
        throw error;
      }
      await pause(Math.min(8_000, 400 * 2 ** attempt) * (0.75 + Math.random() / 2));
    }
  }
}

/**
 * Gets a new access token by the cookie: once however many ask, and once for all tabs.
 * A refusal ends the session; an unreachable server is tried again until it answers.
 */
export function refreshToken(): Promise<AccessToken> {
  const spent = current;
  refreshing ??= refreshWithRetry(spent)
    .then(unlessLeft)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** The token, or on a page that is being left an answer that never comes. */
const unlessLeft = (token: AccessToken) =>
  isLeft ? new Promise<AccessToken>(() => undefined) : Promise.resolve(token);

/** A token that is good for some while yet. */
export function freshToken(): Promise<AccessToken> {
  return isFresh(current) ? unlessLeft(current) : refreshToken();
}
