import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { sessionAtom, useAtomValue } from "@/store";
import { type Definition, type Format, readDefinition, readFormats, readRetired } from "./api";

/** Does something whenever the objects of the organization changed, whoever changed them. */
function useObjectsChanged(then: () => void): void {
  const version = useAtomValue(sessionAtom)?.version;
  const seen = useRef(version);
  const act = useRef(then);
  act.current = then;
  useEffect(() => {
    if (seen.current !== version) {
      seen.current = version;
      act.current();
    }
  }, [version]);
}

/** The definition of an object, read again when it changes. */
export function useDefinition(object: string) {
  const client = useQueryClient();
  const key = ["definition", object];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const read = await readDefinition(object, signal);
      const had = client.getQueryData<Definition>(key);
      // What was answered to one's own change may be newer than what was asked for before it.
      return had && had.version > read.version ? had : read;
    },
  });
  const again = useCallback(() => refetch().then((result) => result.data), [refetch]);
  useObjectsChanged(() => void again());
  return {
    definition: data,
    error,
    again,
    take: (definition: Definition) => client.setQueryData(key, definition),
  };
}

/** The formats that fields may have; they change with a release alone. */
export function useFormats(): readonly Format[] | undefined {
  return useQuery({
    queryKey: ["formats"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readFormats(signal),
  }).data;
}

export function useRetiredObjects() {
  const { data, refetch } = useQuery({
    queryKey: ["retired objects"],
    staleTime: 0,
    queryFn: ({ signal }) => readRetired(signal),
  });
  useObjectsChanged(() => void refetch());
  return { retired: data, again: () => void refetch() };
}
