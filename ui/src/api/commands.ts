import { api } from "./client";
import type { RestCommands } from "./generated/commands";

/** Carries a command out by REST. An {id} in its path is the input's. Throws ApiError. */
export async function carryOut<R extends keyof RestCommands>(
  route: R,
  input: RestCommands[R]["input"],
): Promise<RestCommands[R]["reply"]> {
  const [method, path] = route.split(" ") as ["POST" | "PATCH", string];
  const { id, ...rest } = input as { id?: string };
  const named = path.includes("{id}");
  const at = `/v1${path.replace("{id}", encodeURIComponent(id ?? ""))}`;
  const body = named ? rest : input;
  const sent = method === "POST" ? api.post(at, body) : api.patch(at, body);
  return (await sent).data as RestCommands[R]["reply"];
}
