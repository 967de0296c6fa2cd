import { parseJson, writeJson } from "@/lib/exact";
import { serverTime } from "@/lib/serverTime";
import { ApiError, problemOf } from "./problem";
import { freshToken, refreshToken } from "./token";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Answer<T> {
  data: T;
  headers: Headers;
}

interface Options {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The id of the command: the server carries it out once, however often it is sent. */
  command?: string | undefined;
  /** The version that the record must have still: at another one the server refuses with version_conflict. */
  expect?: number | undefined;
}

async function send(method: Method, path: string, token: string, { body, signal, command, expect }: Options) {
  const sent = Date.now();
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(command === undefined ? {} : { "idempotency-key": command }),
        ...(expect === undefined ? {} : { "if-match": `"${expect}"` }),
      },
      ...(body === undefined ? {} : { body: writeJson(body) }),
      ...(signal ? { signal } : {}),
    });
    // What the browser may have kept tells an old time.
    if (response.headers.get("cache-control")?.includes("immutable") !== true) {
      serverTime.heard(response.headers.get("date"), sent, Date.now());
    }
    return response;
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new ApiError(0, {});
  }
}

async function answered(method: Method, path: string, options: Options): Promise<Response> {
  let response = await send(method, path, (await freshToken()).value, options);
  if (response.status === 401) {
    response = await send(method, path, (await refreshToken()).value, options);
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}

/** One signed request for bytes, as request. */
export async function requestBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await answered("GET", path, { signal })).arrayBuffer();
}

/** One signed request. A 401 is answered by one refresh and one repeat; other refusals throw ApiError. */
export async function request<T>(method: Method, path: string, options: Options = {}): Promise<Answer<T>> {
  const response = await answered(method, path, options);
  const text = response.status === 204 ? "" : await response.text();
  return { data: (text === "" ? undefined : parseJson(text)) as T, headers: response.headers };
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => request<T>("GET", path, { signal }),
  post: <T>(path: string, body: unknown, command?: string) => request<T>("POST", path, { body, command }),
  patch: <T>(path: string, body: unknown, command?: string, expect?: number) =>
    request<T>("PATCH", path, { body, command, expect }),
  remove: (path: string) => request<void>("DELETE", path),
};
