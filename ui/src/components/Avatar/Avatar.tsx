import { type Presence, PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { cn } from "@/lib/cn";
import { initials, toneOf } from "./initials";

const sizes = {
  tiny: "size-5 text-[9px]",
  small: "size-6 text-[10px]",
  medium: "size-8 text-meta",
  big: "size-10 text-base",
  large: "size-11 text-base",
};

const tones = ["tone-1", "tone-2", "tone-3", "tone-4", "tone-5", "tone-6"];

interface AvatarProps {
  name: string;
  size?: keyof typeof sizes;
  presence?: Presence;
  className?: string | undefined;
}

/** A person's initials on a colour that stays theirs; decoration beside the written name. */
export function Avatar({ name, size = "medium", presence, className }: AvatarProps) {
  return (
    <span aria-hidden className={cn("relative inline-flex shrink-0", className)}>
      <span
        className={cn(
          "inline-flex items-center justify-center rounded-full font-semibold",
          sizes[size],
          tones[toneOf(name, tones.length)],
        )}
      >
        {initials(name)}
      </span>
      {presence ? (
        <PresenceDot status={presence} className="-right-0.5 -bottom-0.5 absolute ring-2 ring-n2" />
      ) : null}
    </span>
  );
}
