import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { errorId, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface PasswordInputProps {
  id: string;
  value: string;
  onValue: (value: string) => void;
  isInvalid: boolean;
  /** A password that is chosen now: password managers offer one. */
  isNew?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A password, with a button that shows it. */
export function PasswordInput({ id, value, onValue, isInvalid, isNew = false, ref }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block">
      <input
        ref={ref}
        id={id}
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete={isNew ? "new-password" : "current-password"}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? errorId(id) : undefined}
        className={cn(inputClass, "h-9 pr-10")}
      />
      <IconButton
        label={isShown ? words.hidePassword : words.showPassword}
        icon={isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        onClick={() => setShown(!isShown)}
        className="absolute top-0.5 right-0.5"
      />
    </span>
  );
}
