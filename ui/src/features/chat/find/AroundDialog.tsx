import { useQuery } from "@tanstack/react-query";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { ChatMessageRow } from "../ChatMessageRow";
import { readAround } from "./jump";
import { words } from "./messages";

interface AroundProps {
  chat: string;
  /** The message and its place in the chat. */
  message: string;
  number: number;
  onClose: () => void;
}

/** A message that is far back, with those before and after it. */
export function AroundDialog({ chat, message, number, onClose }: AroundProps) {
  const { data, error } = useQuery({
    queryKey: ["around", message],
    retry: false,
    gcTime: 0,
    queryFn: () => readAround(chat, number),
  });
  return (
    <Dialog
      title={words.around}
      onClose={onClose}
      isPassing
      className="max-h-[calc(100dvh-2rem)] max-w-2xl"
      footer={<Button onClick={onClose}>{t.frame.close}</Button>}
    >
      {error ? (
        <p role="alert" className="text-danger">
          {detailOf(error)}
        </p>
      ) : data ? (
        data.map((id, at) => (
          <ChatMessageRow
            key={id}
            id={id}
            above={data[at - 1]}
            readNumber={undefined}
            isMarked={id === message}
          />
        ))
      ) : (
        <SkeletonRows count={5} label={t.frame.loading} />
      )}
    </Dialog>
  );
}
