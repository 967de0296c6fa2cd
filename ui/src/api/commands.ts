import { api } from "./client";
import type { RestCommands } from "./generated/commands";

/** Carries a command out by REST. An {id} in its path is the input's. Throws ApiError. */
export async function carryOut<R extends keyof RestCommands>(
  route: R,
  input: RestCommands[R]["input"],
): Promise<RestCommands[R]["reply"]> {
  const [method, path] = route.split(" ") as ["GET" | "POST" | "PATCH" | "DELETE", string];
  const rest: Record<string, unknown> = { ...input };
  const at = path.replace(/{(\w+)}/, (_, name: string) => {
    const value = encodeURIComponent(rest[name] as string);
    delete rest[name];
    return value;
  });
  return (await send(method, `/v1${at}`, rest)).data as RestCommands[R]["reply"];
}

function send(method: "GET" | "POST" | "PATCH" | "DELETE", at: string, body: unknown) {
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
