import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readHistory } from "@/api/history";
import { type Held, withNewest, withOlder } from "./held";

/** What became of a record. Each version that the live record takes on is asked for, since only the server keeps it. */
export function useHistory(object: string, id: string, version: number) {
  const [held, setHeld] = useState<Held>();
  const { data, error, refetch } = useQuery({
    queryKey: ["history", object, id, version],
    staleTime: 0,
    queryFn: ({ signal }) => readHistory(object, id, undefined, signal),
  });
  useEffect(() => {
    if (data) {
      setHeld((had) => withNewest(had, data));
    }
  }, [data]);
  const loadOlder = async () => {
    if (held?.next !== undefined) {
      const page = await readHistory(object, id, held.next);
      setHeld((had) => had && withOlder(had, page));
    }
  };
  return { held, error, retry: () => void refetch(), loadOlder };
}
