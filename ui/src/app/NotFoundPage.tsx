import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { useFeatures } from "@/feature";
import { t } from "@/messages";
import { homeOf } from "./navigation";

export function NotFoundPage() {
  const home = homeOf(useFeatures());
  return (
    <PageState
      icon={<Compass />}
      title={t.frame.notFoundTitle}
      text={t.frame.notFoundText}
      action={
        home ? (
          <Link to={home.path} className="font-medium text-accent-text hover:underline">
            {t.frame.goTo(home.label)}
          </Link>
        ) : null
      }
    />
  );
}
