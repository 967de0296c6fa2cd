import { Skeleton } from "@/components/Skeleton/Skeleton";
import { PageHeader } from "./PageHeader";

/** The top line of a page whose record is still to come. */
export function PageHeaderSkeleton() {
  return (
    <PageHeader
      before={<Skeleton className="size-8 rounded-full" />}
      title={<Skeleton className="my-1 h-4 w-40" />}
      lead={<Skeleton className="my-0.5 h-3 w-24" />}
    />
  );
}
