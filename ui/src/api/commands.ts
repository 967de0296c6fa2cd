import { api } from "./client";
import type { RestCommands } from "./generated/commands";

/** Sends a command by REST. An {id} in its path is the input's. Throws ApiError. */
export async function send<R extends keyof RestCommands>(
  route: R,
  input: RestCommands[R]["input"],
): Promise<RestCommands[R]["reply"]> {
  const [method, path] = route.split(" ") as ["GET" | "POST" | "PATCH" | "DELETE", string];
  const { id, ...rest } = input as { id?: string };
  const named = path.includes("{id}");
  const at = `/v1${path.replace("{id}", encodeURIComponent(id ?? ""))}`;
  return (await request(method, at, named ? rest : input)).data as RestCommands[R]["reply"];
}

function request(method: "GET" | "POST" | "PATCH" | "DELETE", at: string, body: unknown) {
  switch (method) {
    case "GET":
      return api.get(at);
    case "POST":
      return api.post(at, body);
    case "PATCH":
      return api.patch(at, body);
    case "DELETE":
      return api.remove(at);
  }
}
