import { useNavigate } from "@tanstack/react-router";
import { type Colleague, detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { useFeatures } from "@/feature";

/** What can be done with a colleague, as features declare it, the nearest at hand first. */
export function useColleagueActions() {
  const navigate = useNavigate();
  const features = useFeatures();
  const actions = features.flatMap((feature) => feature.colleague ?? []);
  const [profile, others] = [
    actions.filter(({ key }) => key === "profile"),
    actions.filter(({ key }) => key !== "profile"),
  ];
  return ({ id, name }: Colleague) =>
    [...others, ...profile].map(({ key, label, icon: Icon, run }) => ({
      key,
      label: label(name),
      icon: <Icon />,
      onSelect: () => {
        run(id).then(
          (path) => path && void navigate({ to: path }),
          (error: unknown) => toast.error(detailOf(error)),
        );
      },
    }));
}
