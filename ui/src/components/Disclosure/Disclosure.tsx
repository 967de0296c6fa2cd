import { ChevronRight } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";
import { cn } from "@/lib/cn";

interface DisclosureProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isOpen: boolean;
}

/** The button that shows and folds what stands below it (the disclosure pattern of the ARIA practices). */
export function Disclosure({ isOpen, className, children, ...button }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={cn(
        "-mx-1 flex h-7 items-center gap-1 rounded-sm px-1 text-meta text-n11 hover:text-n12",
        className,
      )}
      {...button}
    >
      <ChevronRight
        aria-hidden
        className={cn("size-3.5 transition-transform duration-120", isOpen && "rotate-90")}
      />
      {children}
    </button>
  );
}
