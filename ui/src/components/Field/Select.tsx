import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { inputClass } from "./Field";

/** The platform's select, dressed like the other inputs. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select {...rest} className={cn(inputClass, "appearance-none pr-8", className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none -translate-y-1/2 absolute top-1/2 right-2 size-4 text-n10"
      />
    </span>
  );
}
