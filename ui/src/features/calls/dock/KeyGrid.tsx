import { cn } from "@/lib/cn";

export const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];

const letters: Readonly<Record<string, string>> = {
  "2": "ABC",
  "3": "DEF",
  "4": "GHI",
  "5": "JKL",
  "6": "MNO",
  "7": "PQRS",
  "8": "TUV",
  "9": "WXYZ",
};

interface KeyGridProps {
  onPress: (key: string) => void;
  /** With the letters that go with the digits. */
  isLarge?: boolean;
}

/** The twelve keys of a phone. */
export function KeyGrid({ onPress, isLarge = false }: KeyGridProps) {
  return (
    <div className={cn("grid grid-cols-3", isLarge ? "gap-2.5" : "gap-2")}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={cn(
            "rounded border font-semibold transition-colors duration-120 hover:bg-n4 active:bg-n5",
            isLarge
              ? "flex h-13 flex-col items-center justify-center bg-surface text-xl leading-6 shadow-small"
              : "h-11 text-lg",
          )}
          onClick={() => onPress(key)}
        >
          {key}
          {isLarge ? (
            <span aria-hidden className="h-3 font-medium text-[10px] text-n10 leading-3 tracking-widest">
              {letters[key]}
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}
