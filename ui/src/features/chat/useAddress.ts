import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ChatAddress, chatAddress } from "./address";

/** What the address says of the open chat, and how to open and close a thread of replies. */
export function useAddress() {
  const address = chatAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const turn = ({ thread: _, at: __, ...list }: ChatAddress, change: ChatAddress) =>
    void navigate({ to: ".", search: { ...list, ...change } as never });
  return {
    ...address,
    openThread: (thread: string) => turn(address, { thread }),
    close: () => turn(address, {}),
  };
}
