import { type DetailedError, Upload as Tus } from "tus-js-client";
import { canceled, type StoredFile, type Uploading } from "./files";
import { ApiError, problemOf } from "./problem";
import { getRecord } from "./records";
import { freshToken, refreshToken } from "./token";

/** So many bytes are sent in a request: what is lost with a connection is less. */
const pieceSize = 16 * 1_048_576;

/** After a failure it is tried again for five minutes. */
const retryDelays = [500, 1_000, 3_000, 5_000, ...Array.from({ length: 29 }, () => 10_000)];

const statusOf = (error: Error | DetailedError): number =>
  ("originalResponse" in error ? error.originalResponse?.getStatus() : undefined) ?? 0;

/** What may go well the next time: a lost connection, a busy server, a sign-in that ran out. */
const isPassing = (status: number) =>
  [0, 401, 409, 423, 429].includes(status) || (status >= 500 && status !== 507);

function refusalOf(error: Error | DetailedError): Promise<ApiError> {
  const response = "originalResponse" in error ? error.originalResponse : null;
  return response
    ? problemOf(new Response(response.getBody() || null, { status: response.getStatus() }))
    : Promise.resolve(new ApiError(0, {}));
}

/**
 * Uploads a large file in pieces. It goes on by itself after a lost connection, and where it stopped when the same file
 * is chosen again in this browser. Throws ApiError.
 */
export function uploadInPieces(uploading: Uploading): Promise<StoredFile> {
  const { file, isPublic = false, signal, onProgress, onInterrupted } = uploading;
  return new Promise((resolve, reject) => {
    const upload = new Tus(file, {
      endpoint: "/v1/files/resumable",
      chunkSize: pieceSize,
      retryDelays,
      metadata: { filename: file.name, public: String(isPublic) },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async (request) => {
        request.setHeader("Authorization", `Bearer ${(await freshToken()).value}`);
      },
      onShouldRetry: (error) => {
        const status = statusOf(error);
        if (status === 401) {
          refreshToken().catch(() => undefined); // the next try says so
        }
        if (isPassing(status)) {
          onInterrupted?.(true);
        }
        return isPassing(status);
      },
      onProgress: (sent, total) => {
        onInterrupted?.(false);
        onProgress?.(total > 0 ? sent / total : 0);
      },
      onError: (error) => void refusalOf(error).then(reject),
      onSuccess: () => {
        const id = upload.url?.split("/").at(-1) ?? "";
        getRecord<StoredFile>("file", id).then(resolve, reject);
      },
    });
    signal?.addEventListener(
      "abort",
      () => {
        // One that was canceled is deleted; one whose page was left can go on.
        upload.abort(signal.reason === canceled).catch(() => undefined);
        reject(new DOMException("The upload was canceled.", "AbortError"));
      },
      { once: true },
    );
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) {
          upload.resumeFromPreviousUpload(previous);
        }
        if (!signal?.aborted) {
          upload.start();
        }
      })
      .catch(reject);
  });
}
