import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { request, useRefresh } from "../api";
import { words } from "../messages";
import { money, type Purchase, type Tier } from "../rules";

interface PlanDialogProps {
  purchase: Purchase;
  tier: Tier;
  index: number;
  quantity: number;
  onClose: () => void;
}

/** Shows what a change of plan costs, and makes it. */
export function PlanDialog({ purchase, tier, index, quantity, onClose }: PlanDialogProps) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const plan = { id: purchase.id, tier: index, quantity };
  const { data, error } = useQuery({
    queryKey: ["marketplace", "preview", purchase.id, index, quantity],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => request("POST /marketplace/subscription/{id}/preview", plan),
  });
  const change = async () => {
    setBusy(true);
    try {
      await request("POST /marketplace/subscription/{id}", { ...plan, at: data?.at });
      toast.success(words.changed);
      await refresh();
      onClose();
    } catch (failed) {
      toast.error(detailOf(failed));
      setBusy(false);
    }
  };
  const prorated = Number(data?.prorated ?? 0);
  const row = (label: string, value: string) => (
    <p className="flex justify-between gap-4">
      <span className="text-n11">{label}</span>
      <span className="font-medium tabular-nums">{value}</span>
    </p>
  );
  return (
    <Dialog
      isPassing
      title={words.changeTitle(tier.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancelButton}</Button>
          <Button tone="primary" disabled={data === undefined} isBusy={isBusy} onClick={() => void change()}>
            {words.confirmChange}
          </Button>
        </>
      }
    >
      {error ? (
        <Banner tone="danger">{detailOf(error)}</Banner>
      ) : data === undefined ? (
        <SkeletonRows count={3} label={words.loading} />
      ) : (
        <div className="flex flex-col gap-2">
          {row(words.quantity(tier.item), String(quantity))}
          {Number(data.now) > 0
            ? row(words.now, money(Number(data.now)))
            : row(words.credit, money(Math.abs(prorated)))}
          {row(words.next, money(Number(data.next)))}
        </div>
      )}
    </Dialog>
  );
}
