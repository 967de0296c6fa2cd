import { Compass } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { WayOut } from "@/feature/WayOut";
import { opening } from "@/messages/opening";

export function NotFoundPage() {
  return (
    <PageState
      icon={<Compass />}
      title={opening.notFoundTitle}
      text={opening.notFoundText}
      action={<WayOut />}
    />
  );
}
