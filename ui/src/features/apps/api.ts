import { useQuery } from "@tanstack/react-query";
import { ApiError, detailOf, send } from "@/api";
import type { RestCommands } from "@/api/generated/commands";
import { toast } from "@/components/Toaster/toasts";

export type About = RestCommands["GET /app/{id}/about"]["reply"];
export type Deployed = RestCommands["POST /app/{id}/deploy/base"]["reply"];

const aboutKey = (app: string) => ["app", app];

/** What belongs to an app, and what became of it. */
export const useAbout = (app: string) =>
  useQuery({
    queryKey: aboutKey(app),
    staleTime: 0,
    queryFn: () => send("GET /app/{id}/about", { id: app }),
  });

/** A refusal is a warning with the server's words where it is for want of rights, else an error. */
export function sayRefusal(error: unknown, sentence: (detail: string) => string): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detailOf(error));
  } else {
    toast.error(sentence(detailOf(error)));
  }
}
