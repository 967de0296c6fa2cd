import { ApiError, problemOf } from "./problem";
import { freshToken, refreshToken } from "./token";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Answer<T> {
  data: T;
  headers: Headers;
}

async function send(method: Method, path: string, body: unknown, token: string, signal?: AbortSignal) {
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new ApiError(0, {});
  }
}

/** One signed request. A 401 is answered by one refresh and one repeat; other refusals throw ApiError. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  let response = await send(method, path, body, (await freshToken()).value, signal);
  if (response.status === 401) {
    response = await send(method, path, body, (await refreshToken()).value, signal);
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  const text = response.status === 204 ? "" : await response.text();
  return { data: (text === "" ? undefined : JSON.parse(text)) as T, headers: response.headers };
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => request<T>("GET", path, undefined, signal),
  post: <T>(path: string, body: unknown) => request<T>("POST", path, body),
  patch: <T>(path: string, body: unknown) => request<T>("PATCH", path, body),
  remove: (path: string) => request<void>("DELETE", path),
};
