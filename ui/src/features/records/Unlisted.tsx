import { useQuery } from "@tanstack/react-query";
import { ApiError, listRecords, type ObjectSchema } from "@/api";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { Failure } from "./list/Failure";
import { TableSkeleton } from "./list/TableSkeleton";
import { Unknown } from "./Unknown";

interface UnlistedProps {
  object: string;
  /** The object as it was described before. */
  had: ObjectSchema | undefined;
}

/** What the list of an object is called that nobody describes to the reader. */
const titleOf = (object: string) => {
  const words = object.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * The list of an object that is not described to its reader: the server says whether it is there and they may not read
 * it, or whether there is none.
 */
export function Unlisted({ object, had }: UnlistedProps) {
  const { error, isPending, refetch } = useQuery({
    queryKey: ["unlisted", object],
    staleTime: 0,
    queryFn: ({ signal }) => listRecords(object, { limit: 1, isUncounted: true }, signal),
  });
  if (isPending) {
    return <TableSkeleton />;
  }
  return error instanceof ApiError && error.status === 403 ? (
    <>
      <PageHeader title={had?.title ?? titleOf(object)} />
      <Failure title={undefined} error={error} onRetry={() => void refetch()} />
    </>
  ) : (
    <Unknown had={had} />
  );
}
