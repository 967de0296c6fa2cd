import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { ApiError, detailOf, listRecords } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { words } from "./messages";
import { nameOf } from "./wizards";

/** Leads to the record of a wizard. */
export function OnboardingRoute() {
  const { wizard = "" } = useParams({ strict: false }) as { wizard?: string };
  const navigate = useNavigate();
  const name = nameOf(wizard);
  const { data, error, isPending } = useQuery({
    queryKey: ["onboarding", name],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await listRecords(
          "onboarding",
          { limit: 1, filter: [{ field: "name", operator: "=", value: name }] },
          signal,
        )
      ).rows[0] ?? null,
  });
  if (data) {
    return (
      <Navigate
        to="/view/$object/record/$id/standard"
        params={{ object: "onboarding", id: data.id }}
        replace
      />
    );
  }
  if (isPending) {
    return <PageState icon={<Rocket />} title={words.loading} />;
  }
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <PageState
      role="alert"
      icon={<Rocket />}
      title={error ? (isForbidden ? detailOf(error) : words.fetchFailed) : words.noData(name)}
      action={
        <Button onClick={() => void navigate({ to: "/view/$object/list", params: { object: "onboarding" } })}>
          {words.toList}
        </Button>
      }
    />
  );
}
