import { ApiError, freshToken, carryOut as send } from "@/api";
import { parseJson } from "@/lib/exact";

export { send };

export type Imported = Awaited<ReturnType<typeof readImport>>;
export type PreviewRow = Awaited<ReturnType<typeof previewImport>>["rows"][number];

export type Mode = "create" | "update" | "delete";

/** What is done with the rows: which column each field is read from, and by which field records are found. */
export interface Plan {
  mode: Mode;
  mapping: Record<string, string>;
  match_field: string;
}

export const readImport = (id: string) => send("GET /import/{id}", { id });

export const previewImport = (id: string, plan: Plan, after: number) =>
  send("POST /import/{id}/preview", { id, ...plan, after });

export const commitImport = (id: string, plan: Plan, isDry: boolean) =>
  send("POST /import/{id}/commit", { id, ...plan, dry_run: isDry });

interface Upload {
  promise: Promise<string>;
  cancel: () => void;
}

/** Sends a file and reports its progress (0 to 1). The promise gives the import's id, or throws ApiError. */
export function uploadTable(object: string, file: File, onProgress: (part: number) => void): Upload {
  const request = new XMLHttpRequest();
  const promise = freshToken().then(
    ({ value }) =>
      new Promise<string>((resolve, reject) => {
        request.open("POST", `/v1/import/${encodeURIComponent(object)}`);
        request.setRequestHeader("authorization", `Bearer ${value}`);
        request.setRequestHeader("accept", "application/json");
        request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
        request.onerror = () => reject(new ApiError(0, {}));
        request.onabort = () => reject(new DOMException("canceled", "AbortError"));
        request.onload = () => {
          const body = readBody(request.responseText);
          if (request.status === 202 && typeof body.id === "string") {
            resolve(body.id);
          } else {
            reject(new ApiError(request.status, body));
          }
        };
        const form = new FormData();
        form.append("file", file);
        request.send(form);
      }),
  );
  return { promise, cancel: () => request.abort() };
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = parseJson(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Gives a file of the server to the browser to keep. Throws ApiError. */
export async function download(path: string, name: string): Promise<void> {
  const { value } = await freshToken();
  const answer = await fetch(path, { headers: { authorization: `Bearer ${value}` } });
  if (!answer.ok) {
    throw new ApiError(answer.status, readBody(await answer.text()));
  }
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
