import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { searchRecords } from "@/api";
import { useTopics } from "@/realtime";
import { listen } from "../live/openLists";
import { useReread } from "../live/useFreshness";

/** So many records of each object are shown. */
const each = 10;

/** What a text finds of all objects; what changes of these is found again. */
export function useFindings(text: string) {
  const [isOutdated, setOutdated] = useState(false);
  const query = useQuery({
    queryKey: ["find", text],
    enabled: text !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => searchRecords(text, each, signal),
  });
  const { data, refetch } = query;
  const objects = (text === "" ? [] : (data ?? [])).map(({ object }) => object).join(" ");
  useTopics(objects === "" ? [] : objects.split(" ").map((object) => `object:${object}`));
  useEffect(() => {
    const stops = objects
      .split(" ")
      .filter(Boolean)
      .map((object) => listen(object, () => setOutdated(true)));
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [objects]);
  const reread = useCallback(() => {
    setOutdated(false);
    void refetch();
  }, [refetch]);
  useReread(isOutdated, reread);
  return query;
}
