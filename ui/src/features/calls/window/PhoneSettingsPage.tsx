import { useQuery } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { createElement, Fragment, useEffect, useId, useRef } from "react";
import { listRecords, type UserRecord, type WireRecord } from "@/api";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { Switch } from "@/components/Switch/Switch";
import { useFeatures } from "@/feature";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { AudioSettings } from "./AudioSettings";
import { hasMobileApp, hideable, withTab } from "./draft";
import { words } from "./messages";
import { windowWords } from "./names";
import { type SettingsDraft, useSettingsDraft } from "./useSettingsDraft";

const numbers = "twilio_phone";
const mostNumbers = 200;
const none: readonly WireRecord[] = [];

function useNumbers() {
  const mayRead = rightsFor(useAtomValue(identityAtom), numbers).read;
  const { data, error } = useQuery({
    queryKey: ["phone settings", numbers],
    enabled: mayRead,
    queryFn: async ({ signal }) =>
      (await listRecords(numbers, { limit: mostNumbers, order: "name" }, signal)).rows,
  });
  return { mayRead, phones: data, hasFailed: error !== null };
}

type Numbers = ReturnType<typeof useNumbers>;

const labelOf = ({ name, phone_number: number }: WireRecord) => {
  const shown = formatPhone(String(number ?? ""));
  return name && name !== number ? `${String(name)} · ${shown}` : shown;
};

/** By which of our numbers one calls and texts. */
function NumberField({
  draft,
  numbers: { mayRead, phones, hasFailed },
}: {
  draft: SettingsDraft;
  numbers: Numbers;
}) {
  const id = useId();
  const { phone } = draft.values;
  if (!mayRead) {
    return null;
  }
  const isGone = phones !== undefined && phone !== "" && !phones.some((one) => one.id === phone);
  return (
    <Field
      label={words.number}
      htmlFor={id}
      hint={phones?.length === 0 ? words.noNumbers : words.numberHint}
      error={hasFailed ? words.numbersError : undefined}
    >
      <Select
        id={id}
        value={phone}
        disabled={!phones?.length}
        onChange={(event) => draft.set({ phone: event.target.value })}
      >
        <option value="">{words.anyNumber}</option>
        {isGone || (!phones && phone) ? (
          <option value={phone}>{isGone ? words.numberGone : t.frame.loading}</option>
        ) : null}
        {phones?.map((one) => (
          <option key={one.id} value={one.id}>
            {labelOf(one)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ExtensionField({ draft }: { draft: SettingsDraft }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { problem } = draft;
  useEffect(() => {
    if (problem !== undefined) {
      input.current?.focus();
    }
  }, [problem]);
  return (
    <Field label={words.extension} htmlFor={id} hint={words.extensionHint} error={problem}>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={draft.values.extension}
        onChange={(event) => draft.set({ extension: event.target.value.trim() })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId(id) : undefined}
        className={`${inputClass} max-w-32 tabular-nums`}
      />
    </Field>
  );
}

/** What other features add, as they come and go. */
function FeatureSettings() {
  const parts = useFeatures().map(({ PhoneSetting }) =>
    // biome-ignore lint/correctness/useJsxKeyInIterable: they are given to the fragment one by one
    PhoneSetting ? <PhoneSetting /> : null,
  );
  return createElement(Fragment, null, ...parts);
}

function Loaded({ user, numbers: found }: { user: UserRecord; numbers: Numbers }) {
  const draft = useSettingsDraft(user, found.phones ?? none);
  const { values, set, isDirty } = draft;
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty) {
          void draft.save();
        }
      }}
    >
      <PageHeader
        title={windowWords.settings}
        actions={
          <>
            {isDirty ? (
              <Button tone="ghost" onClick={draft.discard}>
                {words.undo}
              </Button>
            ) : null}
            <Button
              type="submit"
              tone="primary"
              icon={<Save className="size-4" />}
              disabled={!isDirty}
              isBusy={draft.isSaving}
            >
              {words.save}
            </Button>
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-lg flex-col gap-7 px-5 py-5 max-sm:px-4">
          <Block title={words.calls}>
            <Switch
              label={words.doNotDisturb}
              hint={words.doNotDisturbHint}
              isOn={values.doNotDisturb}
              onChange={(doNotDisturb) => set({ doNotDisturb })}
            />
            <Switch
              label={words.webCalls}
              hint={words.webCallsHint}
              isOn={values.webCalls}
              onChange={(webCalls) => set({ webCalls })}
            />
            {hasMobileApp(user) ? (
              <Switch
                label={words.mobileCalls}
                isOn={values.mobileCalls}
                onChange={(mobileCalls) => set({ mobileCalls })}
              />
            ) : null}
            <Switch
              label={words.openCustomer}
              isOn={values.openCustomer}
              onChange={(openCustomer) => set({ openCustomer })}
            />
            <NumberField draft={draft} numbers={found} />
            <ExtensionField draft={draft} />
          </Block>
          <AudioSettings draft={draft} />
          <Block title={words.sounds}>
            <Switch
              label={words.outgoingSound}
              hint={words.outgoingSoundHint}
              isOn={values.outgoingSound}
              onChange={(outgoingSound) => set({ outgoingSound })}
            />
            <Switch
              label={words.incomingSound}
              isOn={values.incomingSound}
              onChange={(incomingSound) => set({ incomingSound })}
            />
            <Switch
              label={words.ringOn}
              hint={words.ringOnHint}
              isOn={!values.ringOnce}
              isDisabled={!values.incomingSound}
              onChange={(isOn) => set({ ringOnce: !isOn })}
            />
          </Block>
          <Block title={words.shownTabs}>
            {hideable.map((tab) => (
              <Switch
                key={tab}
                label={words.tabs[tab]}
                isOn={!values.hidden.split(" ").includes(tab)}
                onChange={(isShown) => set({ hidden: withTab(values.hidden, tab, isShown) })}
              />
            ))}
            <Switch
              label={words.tabs.Settings}
              hint={words.alwaysShown}
              isOn
              isDisabled
              onChange={() => undefined}
            />
          </Block>
          <FeatureSettings />
        </div>
      </div>
    </form>
  );
}

/** All that a person sets about his phone. */
export function PhoneSettingsPage() {
  const user = useAtomValue(identityAtom)?.user;
  const found = useNumbers();
  return user ? <Loaded key={user.id} user={user} numbers={found} /> : null;
}
