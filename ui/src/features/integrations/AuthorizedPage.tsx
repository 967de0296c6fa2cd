import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { useEffect } from "react";
import { carryOut, detailOf } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { toast } from "@/components/Toaster/toasts";
import type { Ended } from "./index";
import { words } from "./messages";

/** Says how it ended: in our words, or in those that the server kept of the other system, never in the address's. */
async function tell({ id, why }: Ended): Promise<void> {
  if (id === undefined) {
    toast.error(words.why[why ?? ""] ?? words.unfinished);
    return;
  }
  try {
    const { status, system, detail } = await carryOut("GET /oauth2/outcome/{id}", { id });
    if (status === "done") {
      toast.success(words.done(system));
    } else {
      toast.error(detail || words.unfinished);
    }
  } catch (error) {
    toast.error(detailOf(error));
  }
}

/** Where one comes back to from another system. */
export function AuthorizedPage() {
  const ended: Ended = useSearch({ strict: false });
  const navigate = useNavigate();
  const { id, why } = ended;
  useEffect(() => {
    void tell({ ...(id !== undefined && { id }), ...(why !== undefined && { why }) }).then(() =>
      navigate({ to: "/", replace: true }),
    );
  }, [id, why, navigate]);
  return <PageState icon={<Plug />} title={words.ending} />;
}
