import { cn } from "@/lib/cn";

interface ChoicesProps<K extends string> {
  label: string;
  /** The choices with their words, in their order. */
  words: Readonly<Record<K, string>>;
  chosen: K;
  onChoose: (one: K) => void;
  /** Many of them in a narrow place. */
  isTight?: boolean;
}

/** Some ways to see a list, of which one is in force. */
export function Choices<K extends string>({
  label,
  words,
  chosen,
  onChoose,
  isTight = false,
}: ChoicesProps<K>) {
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label={label}>
      {(Object.keys(words) as K[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
          className={cn(
            "h-7 rounded font-medium",
            isTight ? "px-1.5" : "px-2.5",
            one === chosen ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3 hover:text-n12",
          )}
        >
          {words[one]}
        </button>
      ))}
    </fieldset>
  );
}
