import { ApiError, detailOf, send as run, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { currentUserId, keep, optimistic } from "@/store";
import { type ChatMessage, messages } from "./objects";

export type Reactions = Readonly<Record<string, readonly string[]>>;

export const reactionsOf = (message: ChatMessage): Reactions => (message.reactions as Reactions | null) ?? {};

const say = (error: unknown) =>
  (error instanceof ApiError && error.status === 403 ? toast.warning : toast.error)(detailOf(error));

/** Changes a message; false if the server refused it. */
async function amend(change: () => Promise<unknown>): Promise<boolean> {
  try {
    keep(messages, [(await change()) as WireRecord]);
    return true;
  } catch (error) {
    say(error);
    return false;
  }
}

/** Adds my reaction, or takes it back. */
export async function react(message: ChatMessage, emoji: string): Promise<void> {
  const me = currentUserId() ?? "";
  const reactions = reactionsOf(message);
  const users = reactions[emoji] ?? [];
  const remove = users.includes(me);
  const { [emoji]: _, ...others } = reactions;
  const left = users.filter((one) => one !== me);
  const next = remove
    ? left.length > 0
      ? { ...reactions, [emoji]: left }
      : others
    : { ...reactions, [emoji]: [...users, me] };
  try {
    await optimistic<ChatMessage>(
      messages,
      message.id,
      { reactions: next },
      (command) =>
        run("POST /chat/message/{id}/react", {
          id: message.id,
          emoji,
          remove,
          command,
        }) as Promise<ChatMessage>,
    );
  } catch (error) {
    say(error);
  }
}

export const pin = (message: ChatMessage): Promise<boolean> =>
  amend(() =>
    run("POST /chat/message/{id}/pin", {
      id: message.id,
      remove: message.pinned === true,
      command: crypto.randomUUID(),
    }),
  );

export const editMessage = (message: ChatMessage, body: string): Promise<boolean> =>
  amend(() => run("POST /chat/message/{id}/edit", { id: message.id, body, command: crypto.randomUUID() }));

export const deleteMessage = (message: ChatMessage): Promise<boolean> =>
  amend(() => run("POST /chat/message/{id}/delete", { id: message.id, command: crypto.randomUUID() }));
