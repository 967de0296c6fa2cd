import { Download, RotateCcw, Upload } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { api, getRecord, patchRecord, send, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { counted } from "@/lib/plural";
import { identityAtom, useAtomValue } from "@/store";
import { type About, sayRefusal } from "./api";
import { type Deployment, DeploySheet } from "./DeploySheet";
import { words } from "./messages";

interface AppSettingsProps {
  record: WireRecord;
  about: About;
  onChanged: () => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t px-6 py-5 first:border-t-0 @max-md:px-4">
      <h2 id={id} className="pb-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Action({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {children}
      <span className="text-n11">{hint}</span>
    </li>
  );
}

/** The organization that follows: one of those that the same person works in. */
function NextEnvironment({ about, onChanged }: { about: About; onChanged: () => void }) {
  const id = useId();
  const identity = useAtomValue(identityAtom);
  const own = identity?.organization.id ?? "";
  const others = (identity?.memberships ?? []).filter(({ organization }) => organization.id !== own);
  const choose = async (next: string) => {
    try {
      const settings = { environments: next === "" ? [] : [own, next] };
      await patchRecord("organization", { id: own, settings });
      onChanged();
    } catch (error) {
      sayRefusal(error, (detail) => detail);
    }
  };
  return (
    <Field label={words.nextIn} htmlFor={id} className="max-w-xs">
      <Select
        id={id}
        value={about.next}
        disabled={identity?.user.is_superuser !== true}
        onChange={(event) => void choose(event.target.value)}
      >
        <option value="">{words.nobody}</option>
        {others.map(({ organization }) => (
          <option key={organization.id} value={organization.id}>
            {organization.name}
          </option>
        ))}
        {about.next !== "" && !others.some(({ organization }) => organization.id === about.next) ? (
          <option value={about.next}>{about.next}</option>
        ) : null}
      </Select>
    </Field>
  );
}

function saveAs(name: string, content: unknown): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(content, undefined, 2)}\n`], { type: "application/json" }),
  );
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** What is done with an app as a whole: its numbers, its deployments, and what became of them. */
export function AppSettings({ record, about, onChanged }: AppSettingsProps) {
  const app = record.id;
  const identity = useAtomValue(identityAtom);
  const isSuperuser = identity?.user.is_superuser === true;
  const [deployment, setDeployment] = useState<Deployment>();
  const file = useRef<HTMLInputElement>(null);

  const base: Deployment = {
    title: words.base,
    action: words.deploy,
    run: (how) => send("POST /app/{id}/deploy/base", { id: app, ...how }),
    done: words.deployedToBase,
    error: words.deployError,
  };
  const next: Deployment = {
    title: words.nextEnvironment,
    action: words.deploy,
    run: (how) => send("POST /app/{id}/deploy/next", { id: app, ...how }),
    done: words.deployedToNext,
    error: words.deployError,
  };
  const rollback: Deployment = {
    title: words.rollback,
    action: words.rollback,
    run: (how) => send("POST /app/{id}/rollback", { id: app, ...how }),
    done: words.rolledBack,
    error: words.deployError,
  };
  const update = async () => {
    try {
      const { subscribers } = await send("POST /app/{id}/subscribers", { id: app });
      toast.info(words.updating(subscribers));
      onChanged();
    } catch (error) {
      sayRefusal(error, words.subscribersError);
    }
  };
  const download = async () => {
    try {
      const { data } = await api.get<object>(`/v1/app/${app}/package`);
      saveAs(
        `${String(record.name ?? "app")
          .replace(/[^\w-]+/g, "-")
          .toLowerCase()}.json`,
        data,
      );
    } catch (error) {
      sayRefusal(error, (detail) => detail);
    }
  };
  const upload = async (chosen: File | undefined) => {
    if (!chosen) {
      return;
    }
    try {
      const content: unknown = JSON.parse(await chosen.text());
      setDeployment({
        title: words.upload,
        action: words.apply,
        run: (how) => send("POST /app/package", { package: content, ...how }),
        done: words.uploaded,
        error: words.deployError,
      });
    } catch {
      toast.error(words.notAPackage);
    }
  };
  const done = () => {
    onChanged();
    // The record has a new name and objects.
    void getRecord("app", app).catch(() => undefined);
  };
  return (
    <>
      <Part title={words.counts}>
        <dl className="grid grid-cols-4 gap-3 @max-lg:grid-cols-2">
          {Object.entries(words.countNames).map(([kind, [one, many]]) => {
            const count = about.counts[kind] ?? 0;
            return (
              <div key={kind} className="flex flex-col rounded border bg-n2 px-3 py-2">
                <dd className="font-semibold text-lg tabular-nums">{count}</dd>
                <dt className="order-2 text-meta text-n11">
                  {counted(count, one, many).replace(/^\S+ /, "")}
                </dt>
              </div>
            );
          })}
        </dl>
      </Part>
      <Part title={words.actionsTitle}>
        <ul className="flex flex-col gap-3">
          <Action hint={words.baseHint(about.version)}>
            <Button tone="primary" onClick={() => setDeployment(base)}>
              {words.base}
            </Button>
          </Action>
          <Action hint={about.next === "" ? words.noNext : words.nextHint}>
            <Button disabled={about.next === ""} onClick={() => setDeployment(next)}>
              {words.nextEnvironment}
            </Button>
          </Action>
          <Action
            hint={
              about.subscribers.length === 0
                ? words.noSubscribers
                : words.subscribersHint(about.subscribers.length)
            }
          >
            <Button disabled={about.subscribers.length === 0} onClick={() => void update()}>
              {words.subscribers}
            </Button>
          </Action>
        </ul>
        <div className="flex flex-wrap items-end gap-2 pt-4">
          <NextEnvironment about={about} onChanged={onChanged} />
          <Button icon={<Download className="size-4" />} onClick={() => void download()}>
            {words.download}
          </Button>
          {isSuperuser ? (
            <>
              <Button icon={<Upload className="size-4" />} onClick={() => file.current?.click()}>
                {words.upload}
              </Button>
              <Button
                icon={<RotateCcw className="size-4" />}
                disabled={about.deployments.length === 0 && about.versions.length < 2}
                tip={words.rollbackHint}
                onClick={() => setDeployment(rollback)}
              >
                {words.rollback}
              </Button>
            </>
          ) : null}
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            aria-label={words.upload}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void upload(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </div>
      </Part>
      {about.subscribers.length > 0 ? (
        <Part title={words.subscriberList}>
          <ul className="flex flex-col gap-2">
            {about.subscribers.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{one.name}</span>
                <Pill tone={one.version === about.version ? "success" : "warning"}>
                  {words.hasVersion(one.version)}
                </Pill>
                {one.detail === "" ? null : <span className="text-danger text-meta">{one.detail}</span>}
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      <Part title={words.history}>
        <History about={about} />
      </Part>
      {deployment ? (
        <DeploySheet deployment={deployment} onDone={done} onClose={() => setDeployment(undefined)} />
      ) : null}
    </>
  );
}

function History({ about }: { about: About }) {
  const all = [
    ...about.versions.map(({ version, at }) => ({
      key: `v${version}`,
      at,
      text: words.published(version),
      detail: "",
    })),
    ...about.deployments.map(({ id, kind, version, at, steps, undone }) => ({
      key: id,
      at,
      text: words.deployed(kind, version),
      detail: undone ? words.undone : words.steps(steps),
    })),
  ].sort((left, right) => right.at.localeCompare(left.at));
  if (all.length === 0) {
    return <p className="text-n11">{words.noHistory}</p>;
  }
  return (
    <ul className="flex flex-col gap-1.5">
      {all.map(({ key, at, text, detail }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-3">
          <span>{text}</span>
          <span className="text-meta text-n11">{detail}</span>
          <span className="ml-auto text-meta text-n11">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
