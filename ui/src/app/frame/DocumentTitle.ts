import { useRouterState } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { badgeText } from "@/components/Badge/Badge";
import { type Feature, useFeatures } from "@/feature";
import { useOpenTitle } from "@/lib/openTitle";
import { t } from "@/messages";
import { atom, useAtomValue } from "@/store";
import { isWithin, type ShownPlace, usePlaces, useRecordPlaces } from "../navigation";

/** "(3) Mia Reyes – Texts": how many things wait, what is open, and in which section. */
export function titleOf(waiting: number, open: string, section: string | undefined): string {
  const words = [...new Set([open, section ?? ""])].filter(Boolean);
  const name = (words.length > 1 ? words : [...words, t.frame.product]).join(" – ");
  return waiting > 0 ? `(${badgeText(waiting)}) ${name}` : name;
}

/** What asks for attention before all else, such as a call that rings. */
function useAlert(features: readonly Feature[]): string | undefined {
  const alert = useMemo(
    () => atom((get) => features.map((feature) => feature.alert && get(feature.alert)).find(Boolean)),
    [features],
  );
  return useAtomValue(alert);
}

const pace = 1_000;

/** Turns with the seconds while something asks for attention, so that the title stirs beside other tabs. */
function useTurns(alert: string | undefined): boolean {
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    setOff(false);
    if (alert === undefined) {
      return;
    }
    const timer = setInterval(() => setOff((was) => !was), pace);
    return () => clearInterval(timer);
  }, [alert]);
  return isOff;
}

const colors = { waiting: "#c9303c", alert: "#1a7f4e" };

/** The mark with a badge in its corner, as an address. */
export function badged(mark: string, text: string, tone: keyof typeof colors): string {
  const badge =
    `<circle cx="22" cy="10" r="10" fill="${colors[tone]}"/>` +
    `<text x="22" y="14.5" font-family="sans-serif" font-size="${text.length > 2 ? 9 : 13}" font-weight="700" text-anchor="middle" fill="#fff">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(mark.replace("</svg>", `${badge}</svg>`))}`;
}

const plain = "/mark.svg";
let mark: Promise<string> | undefined;

function readMark(): Promise<string> {
  mark ??= fetch(plain)
    .then((answer) => answer.text())
    .catch((error: unknown) => {
      mark = undefined;
      throw error;
    });
  return mark;
}

/** Shows on the tab's icon how many things wait, or that it rings. */
function useIcon(waiting: number, isAlert: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) {
      return;
    }
    if (waiting === 0 && !isAlert) {
      link.href = plain;
      return;
    }
    let isPast = false;
    readMark().then(
      (text) => {
        if (!isPast) {
          link.href = isAlert ? badged(text, "☎", "alert") : badged(text, badgeText(waiting), "waiting");
        }
      },
      // Without network the icon stays as it is.
      () => undefined,
    );
    return () => {
      isPast = true;
    };
  }, [waiting, isAlert]);
}

const waitingOf = (places: readonly ShownPlace[]) => places.reduce((sum, { badge = 0 }) => sum + badge, 0);

/** The tab's title and icon: what is open, how much waits, and that it rings. */
export function DocumentTitle() {
  const alert = useAlert(useFeatures());
  const live = usePlaces("live");
  const places = [...live, ...useRecordPlaces(), ...usePlaces("tools")];
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const open = useOpenTitle();
  const waiting = waitingOf(live);
  const isOff = useTurns(alert);
  const own = titleOf(waiting, open, places.find((place) => isWithin(place, address))?.label);
  const title = alert === undefined || isOff ? own : alert;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useIcon(waiting, alert !== undefined);
  return null;
}
