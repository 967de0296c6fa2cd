import { type CallStatus, detailOf, signOut, switchOrganization } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { chooseAvailability } from "@/features/presence/availability";
import { chooseTheme, type Theme } from "@/features/session/theme";
import { forgetWayBack } from "@/features/session/wayBack";
import { startRealtime, stopRealtime } from "@/realtime";

const sayWhy = (error: unknown) => toast.error(detailOf(error));

export const setStatus = (status: CallStatus) => void chooseAvailability(status).catch(sayWhy);

export const setTheme = (theme: Theme) => void chooseTheme(theme).catch(sayWhy);

/** The socket goes first: the server ends the session that is left, and that is no sign-out. */
export function changeOrganization(id: string): void {
  stopRealtime();
  switchOrganization(id).catch((error: unknown) => {
    sayWhy(error);
    startRealtime();
  });
}

export async function leave(): Promise<void> {
  forgetWayBack();
  stopRealtime();
  await signOut();
}
