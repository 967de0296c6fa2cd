import { Receipt } from "lucide-react";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { Pill, type PillTone } from "@/components/Pill/Pill";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { useInvoices } from "./api";
import { day } from "./dates";
import { words } from "./messages";
import { money } from "./rules";

const tones: Record<string, PillTone> = {
  paid: "success",
  failed: "danger",
  disputed: "danger",
  refunded: "warning",
};

/** The organization's invoices, the newest first. */
export function InvoicesSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useInvoices(true);
  return (
    <Dialog isSheet isPassing title={words.invoices} onClose={onClose} className="max-w-lg">
      {error && !data ? (
        <FetchFailed title={words.fetchError} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label={words.loading} />
      ) : data.data.length === 0 ? (
        <PageState icon={<Receipt />} title={words.noInvoices} text={words.noInvoicesText} />
      ) : (
        <table className="w-full">
          <thead className="text-left text-meta text-n11">
            <tr>
              <th className="pb-2 font-medium">{words.invoice}</th>
              <th className="pb-2 font-medium">{words.date}</th>
              <th className="pb-2 text-right font-medium">{words.amount}</th>
              <th className="pb-2 pl-4 font-medium">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((bill) => (
              <tr key={bill.id} className="border-t">
                <td className="py-2">
                  {bill.url ? (
                    <a
                      href={bill.url}
                      target="_blank"
                      rel="noreferrer"
                      className="text-accent-text hover:underline"
                    >
                      {bill.number}
                    </a>
                  ) : (
                    bill.number
                  )}
                </td>
                <td className="py-2 text-n11">{day(bill.created)}</td>
                <td className="py-2 text-right tabular-nums">{money(Number(bill.amount))}</td>
                <td className="py-2 pl-4">
                  <Pill tone={tones[bill.status] ?? "neutral"}>{words.status(bill.status)}</Pill>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
