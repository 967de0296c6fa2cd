import { Link } from "@tanstack/react-router";
import { ChevronDown, PhoneIncoming, PhoneOutgoing } from "lucide-react";
import { useId } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Time } from "@/components/Time/Time";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { duration } from "@/lib/time";
import { unknownCaller } from "../names";
import { Player } from "./Player";
import type { Recording } from "./useRecordings";
import { words } from "./words";

/** With whom a recorded call was: the contact, else the number. */
const partyOf = ({ contact, number }: Recording): string =>
  contact?.name || formatPhone(number ?? "") || unknownCaller;

/** As which file a recording is kept. */
export const fileOf = ({ start_time: at, sid }: Recording): string =>
  `recording-${(at ?? sid ?? "").replace(/[:.]/g, "-")}.mp3`;

interface RowProps {
  recording: Recording;
  isOpen: boolean;
  /** The call stands around it already. */
  isInCall?: boolean;
  onToggle: () => void;
}

/** A recording of a list, which opens to be played. */
export function RecordingRow({ recording, isOpen, isInCall = false, onToggle }: RowProps) {
  const { sid, call, direction, duration: length, start_time: at, user } = recording;
  const id = useId();
  const who = partyOf(recording);
  const number = formatPhone(recording.number ?? "");
  const Icon = direction === "outbound" ? PhoneOutgoing : PhoneIncoming;
  return (
    <li
      data-recording={recording.id}
      className={cn("rounded-lg border bg-surface", isOpen && "shadow-small")}
    >
      <div className="relative flex min-h-14 items-center gap-3 px-4 py-2">
        {isInCall ? null : <Avatar name={who} />}
        <div className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            // The whole row opens it; what leads elsewhere lies above.
            className="max-w-full text-left after:absolute after:inset-0 after:rounded-lg"
          >
            <span className="sr-only">{words.play} </span>
            {isInCall ? (
              <Time at={at} form="listed" className="block truncate font-medium" />
            ) : (
              <bdi className="block truncate font-medium">{who}</bdi>
            )}
          </button>
          <span className="flex min-w-0 items-center gap-1.5 text-meta text-n11">
            <Icon
              role="img"
              aria-label={direction === "outbound" ? words.outbound : words.inbound}
              className="size-3 shrink-0"
            />
            {number && number !== who && !isInCall ? <span className="shrink-0">{number}</span> : null}
            {user?.name ? <bdi className="truncate">{user.name}</bdi> : null}
          </span>
        </div>
        {call?.id && !isInCall ? (
          <Link
            to={`/view/call/record/${call.id}/standard`}
            className="relative text-accent-text text-meta hover:underline max-sm:hidden"
          >
            {words.call}
          </Link>
        ) : null}
        <span className="text-right text-meta text-n11 tabular-nums">
          <span className="block font-medium text-n12">{duration(length ?? 0)}</span>
          {isInCall ? null : <Time at={at} />}
        </span>
        <ChevronDown
          aria-hidden
          className={cn("size-4 text-n10 transition-transform duration-120", isOpen && "rotate-180")}
        />
      </div>
      <div id={id} hidden={!isOpen} className="border-t px-4 py-3">
        {isOpen && sid ? <Player sid={sid} file={fileOf(recording)} isPlayed /> : null}
      </div>
    </li>
  );
}
