import { parseJson } from "@/lib/exact";
import type { WireRecord } from "./contract";
import { ApiError, problemOf } from "./problem";
import { freshToken, refreshToken } from "./token";

/** What the server answers of a file that it stored. */
export interface StoredFile extends WireRecord {
  name?: string | null;
  content_type?: string | null;
  link?: string | null;
  location?: string | null;
  url?: string | null;
}

/** The address of a stored file: its link, which other servers call its location. */
export const addressOf = ({ link, location, url }: StoredFile): string | undefined =>
  link || location || url || undefined;

export interface Uploading {
  file: File;
  isPublic?: boolean;
  /** The id of the command: the server stores the file once, however often it is sent. */
  command: string;
  signal?: AbortSignal;
  /** The part that was sent, 0 to 1. */
  onProgress?: (part: number) => void;
  /** A large file waits for its connection, or goes on. */
  onInterrupted?: (is: boolean) => void;
}

/** The reason of an abort that deletes what was sent of a large file; else it can go on later. */
export const canceled = "canceled";

/** Files that are larger are sent in pieces. */
const large = 16 * 1_048_576;

// fetch does not report how much of a body was sent.
function sendForm(token: string, { file, isPublic = false, command, signal, onProgress }: Uploading) {
  const body = new FormData();
  body.append("files", file, file.name);
  body.append("public_file", String(isPublic));
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/files");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("idempotency-key", command);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const hasBody = request.status !== 204 && request.status !== 304;
      resolve(new Response(hasBody ? request.responseText : null, { status: request.status }));
    };
    request.onerror = () => reject(new ApiError(0, {}));
    request.onabort = () => reject(new DOMException("The upload was canceled.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Sends the request with a token, and once more with a new one where that is refused. */
async function signed(send: (token: string) => Promise<Response>): Promise<Response> {
  let response = await send((await freshToken()).value);
  if (response.status === 401) {
    response = await send((await refreshToken()).value);
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}

/** Uploads a file; a large one goes on after a lost connection. Throws ApiError. */
export async function uploadFile(upload: Uploading): Promise<StoredFile> {
  if (upload.file.size > large) {
    const { uploadInPieces } = await import("./resumable");
    return uploadInPieces(upload);
  }
  const response = await signed((token) => sendForm(token, upload));
  const [stored] = parseJson(await response.text()) as StoredFile[];
  if (!stored) {
    throw new Error("The server answered an empty list.");
  }
  return stored;
}

interface Reading {
  signal?: AbortSignal | undefined;
  /** The greatest number of bytes that are read from the beginning. */
  most?: number;
}

async function read(path: string, init: RequestInit, { signal, most }: Reading): Promise<Blob> {
  const response = await signed(async (token) => {
    try {
      return await fetch(path, {
        ...init,
        credentials: "same-origin",
        headers: {
          ...init.headers,
          authorization: `Bearer ${token}`,
          ...(most === undefined ? {} : { range: `bytes=0-${most - 1}` }),
        },
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      throw signal?.aborted ? error : new ApiError(0, {});
    }
  });
  return response.blob();
}

/** The content of a stored file, or its beginning. Throws ApiError. */
export const readFile = (id: string, reading: Reading = {}): Promise<Blob> =>
  read(`/v1/files/${encodeURIComponent(id)}/download`, {}, reading);

/** Sends a form with files to a path of this server, and reads its JSON. Throws ApiError. */
export async function postForm<T>(path: string, body: FormData): Promise<T> {
  const response = await signed(async (token) => {
    try {
      return await fetch(path, {
        method: "POST",
        body,
        credentials: "same-origin",
        headers: { authorization: `Bearer ${token}` },
      });
    } catch {
      throw new ApiError(0, {});
    }
  });
  return parseJson(await response.text()) as T;
}

/** What lies at a path of this server, such as an attachment of a message. Throws ApiError. */
export const readContent = (path: string, reading: Reading = {}): Promise<Blob> => read(path, {}, reading);

/** The content of a file by its address, such as that of a private image. Throws ApiError. */
export const readLocation = (location: string, signal?: AbortSignal): Promise<Blob> =>
  read(
    "/v1/files/location",
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ location, public_file: false }),
    },
    { signal },
  );
