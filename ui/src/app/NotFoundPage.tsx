import { Compass } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { WayOut } from "@/feature/WayOut";
import { t } from "@/messages";

export function NotFoundPage() {
  return (
    <PageState
      icon={<Compass />}
      title={t.frame.notFoundTitle}
      text={t.frame.notFoundText}
      action={<WayOut />}
    />
  );
}
