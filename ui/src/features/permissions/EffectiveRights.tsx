import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ObjectSchema } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Pill } from "@/components/Pill/Pill";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { compareText } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { schemasAtom, useAtomValue } from "@/store";
import { type Asked, readEffective } from "./api";
import { EffectiveTable } from "./EffectiveTable";
import { Explained } from "./Explained";
import { words } from "./messages";
import { systemName } from "./names";
import { setObject } from "./objects";
import { rightsChangeAtom } from "./state";

const none: readonly ObjectSchema[] = [];

/** What somebody may do, read again when any rights change. */
function useEffective(user: string) {
  useTopic(`object:${setObject}`);
  const changes = useAtomValue(rightsChangeAtom);
  return useQuery({
    queryKey: ["effective", user, changes],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readEffective(user, signal),
  });
}

/** All that a person may do, and why: a table of rights, and the sentences about the one that is chosen. */
export function EffectiveRights({ user, name }: { user: string; name: string }) {
  const { data, error, refetch } = useEffective(user);
  const [asked, setAsked] = useState<Asked>();
  const schemas = useAtomValue(schemasAtom) ?? none;
  if (!data) {
    return error ? (
      <FetchFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={5} label={words.loading} />
    );
  }
  const shown = schemas
    .filter(({ api_name: object }) => object in data.rights)
    .sort((left, right) => compareText(left.title, right.title));
  const schema = shown.find((one) => one.api_name === asked?.object);
  return (
    <div className="flex flex-col gap-3 pb-5">
      <p className="px-6 text-n11 @max-md:px-4">{words.effectiveLead}</p>
      {data.active ? null : (
        <Banner tone="warning" className="mx-6 @max-md:mx-4">
          {words.notActive}
        </Banner>
      )}
      {data.superuser ? <p className="px-6 @max-md:px-4">{words.superuser}</p> : null}
      <EffectiveTable
        name={name}
        schemas={shown}
        rights={data.rights}
        asked={asked}
        onAsk={(object, right) => setAsked({ object, right, field: "" })}
      />
      <div className="px-6 @max-md:px-4">
        {asked && schema ? (
          <Explained user={user} name={name} schema={schema} asked={asked} onAsk={setAsked} />
        ) : (
          <p className="text-n11">{words.chooseRight}</p>
        )}
      </div>
      <section aria-label={words.system} className="flex flex-wrap items-center gap-1.5 px-6 @max-md:px-4">
        <h3 className="pr-1 font-medium">{words.system}</h3>
        {data.system.length === 0 ? <span className="text-n11">{words.noSystem}</span> : null}
        {data.system.map((right) => (
          <Pill key={right}>{systemName(right)}</Pill>
        ))}
      </section>
    </div>
  );
}
