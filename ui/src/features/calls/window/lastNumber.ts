import { recall, remember } from "@/lib/storage";
import { currentUserId } from "@/store";

const key = () => `phone.last.${currentUserId() ?? ""}`;

/** The number that was called last by the keypad of this browser: Enter in the empty field brings it back. */
export const rememberNumber = (number: string): void => remember(key(), number);
export const recallNumber = (): string => recall(key()) ?? "";
