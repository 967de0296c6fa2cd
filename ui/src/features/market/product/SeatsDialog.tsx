import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { detailOf, listRecords, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { request, useRefresh } from "../api";
import { words } from "../messages";
import type { Purchase } from "../rules";

/** Gives seats to people and takes them away. */
export function SeatsDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const refresh = useRefresh();
  const [seats, setSeats] = useState<readonly string[]>(purchase.seats);
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ["marketplace", "users"],
    queryFn: () =>
      listRecords<WireRecord & { name?: string | null }>("user", {
        limit: 200,
        order: "name",
        filter: [{ field: "is_active", operator: "=", value: true }],
      }),
  });
  const options = (data?.rows ?? []).map(({ id, name }) => ({ id, label: name ?? "" }));
  const save = async () => {
    setBusy(true);
    try {
      await request("POST /marketplace/subscription/{id}/seats", { id: purchase.id, seats: [...seats] });
      toast.success(words.seatsSaved);
      await refresh();
      onClose();
    } catch (error) {
      toast.error(detailOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.assign}
      className="max-w-md"
      isDirty={seats !== purchase.seats}
      onClose={onClose}
      footer={
        <>
          <span className="mr-auto self-center text-meta text-n11">
            {words.seatsUsed(seats.length, purchase.quantity)}
          </span>
          <Button onClick={onClose}>{words.cancelButton}</Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <SkeletonRows label={words.loading} />
      ) : (
        <ul className="flex max-h-96 flex-col overflow-y-auto rounded border">
          {options.map(({ id, label }) => (
            <li key={id}>
              <label className="flex items-center gap-2.5 px-3 py-2 hover:bg-n3">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={seats.includes(id)}
                  disabled={!seats.includes(id) && seats.length >= purchase.quantity}
                  onChange={(event) =>
                    setSeats(event.target.checked ? [...seats, id] : seats.filter((one) => one !== id))
                  }
                />
                {label}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
