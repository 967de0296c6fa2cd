import { useNavigate } from "@tanstack/react-router";
import { LifeBuoy } from "lucide-react";
import { useEffect, useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { connectionAtom, useAtomValue } from "@/store";
import { openHelp } from "./actions";
import { words } from "./messages";
import { pathOf } from "./objects";

/** Leads to the chat in which one asks for help; on its return the connection is tried again. */
export function HelpRoute() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  const connection = useAtomValue(connectionAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try, and each connection, is a new one
  useEffect(() => {
    let isWanted = true;
    setProblem(undefined);
    openHelp().then(
      ({ id }) => isWanted && void navigate({ to: pathOf(id), replace: true }),
      (error: unknown) => isWanted && setProblem(detailOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [tries, connection, navigate]);
  return (
    <>
      <PageHeader title={words.help} />
      {problem === undefined ? (
        <SkeletonRows count={4} label={t.frame.loading} />
      ) : (
        <PageState
          icon={<LifeBuoy />}
          title={words.helpFailed}
          text={problem}
          role="alert"
          action={<Button onClick={() => setTries(tries + 1)}>{t.frame.retry}</Button>}
        />
      )}
    </>
  );
}
