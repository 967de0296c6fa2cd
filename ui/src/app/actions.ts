import { type CallStatus, detailOf, signOut } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { chooseAvailability } from "@/features/presence/availability";
import { chooseTheme, type Theme } from "@/features/session/theme";
import { stopRealtime } from "@/realtime";

const sayWhy = (error: unknown) => toast.error(detailOf(error));

export const setStatus = (status: CallStatus) => void chooseAvailability(status).catch(sayWhy);

export const setTheme = (theme: Theme) => void chooseTheme(theme).catch(sayWhy);

export async function leave(): Promise<void> {
  stopRealtime();
  await signOut();
}
