import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { t } from "@/messages";

export function NotFoundPage() {
  return (
    <PageState
      icon={<Compass />}
      title={t.frame.notFoundTitle}
      text={t.frame.notFoundText}
      action={
        <Link to="/live/active_calls" className="font-medium text-accent-text hover:underline">
          {t.frame.goHome}
        </Link>
      }
    />
  );
}
