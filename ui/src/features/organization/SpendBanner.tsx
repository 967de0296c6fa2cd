import { TriangleAlert } from "lucide-react";
import type { WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { useTopics } from "@/realtime";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { spendNotice } from "./spending";
import { spendWords } from "./spendWords";

const object = "organization";

/** Tells those who can do something about it that the month's spending comes to its stop. */
export function SpendBanner() {
  const identity = useAtomValue(identityAtom);
  const id = identity?.user.is_superuser === true ? identity.organization.id : "";
  useTopics(id === "" ? [] : [`record:${object}:${id}`]);
  const notice = spendNotice(useRecord<WireRecord>(object, id), new Date());
  if (!notice) {
    return null;
  }
  const isStopped = notice.percent >= 100;
  return (
    <Banner
      tone={isStopped ? "danger" : "warning"}
      icon={<TriangleAlert aria-hidden />}
      className="mx-4 mt-3"
    >
      {isStopped ? spendWords.stopped(notice.stop_usd) : spendWords.near(notice.stop_usd)}
    </Banner>
  );
}
