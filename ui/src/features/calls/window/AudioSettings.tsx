import { Mic, Play, RotateCcw, Volume2 } from "lucide-react";
import { useId, useState } from "react";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { toast } from "@/components/Toaster/toasts";
import { phoneWords } from "../phone/messages";
import { resetAudio } from "../phone/phone";
import { withRinger } from "../ringing/useRing";
import { type AudioDevice, useAudioDevices } from "./audioDevices";
import { MicrophoneLevel } from "./MicrophoneLevel";
import { words } from "./messages";
import type { SettingsDraft } from "./useSettingsDraft";

interface DeviceFieldProps {
  label: string;
  devices: readonly AudioDevice[];
  value: string;
  hint?: string | undefined;
  isDisabled: boolean;
  onChange: (id: string) => void;
}

/** One of the devices that are there; a chosen one that is not stands for the system's meanwhile. */
function DeviceField({ label, devices, value, hint, isDisabled, onChange }: DeviceFieldProps) {
  const id = useId();
  const isAway = value !== "" && !devices.some((one) => one.id === value);
  return (
    <Field label={label} htmlFor={id} hint={isAway && !isDisabled ? words.isAway : hint}>
      <Select id={id} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value)}>
        <option value="">{words.system}</option>
        {isAway ? <option value={value}>{words.away}</option> : null}
        {devices.map((device) => (
          <option key={device.id} value={device.id}>
            {device.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const play = (kind: "ring" | "outgoing", output: string) =>
  withRinger((one) => one.once(kind, output)).catch(() => {
    toast.error(phoneWords.unsupported);
  });

/** By what one speaks and hears, and whether it works. */
export function AudioSettings({ draft }: { draft: SettingsDraft }) {
  const { values, set } = draft;
  const { inputs, outputs, isKnown, isAllowed, problem, ask } = useAudioDevices();
  const [round, setRound] = useState(0);
  const hasOutput = outputs.length > 0;
  const there = (devices: readonly AudioDevice[], id: string) =>
    devices.some((device) => device.id === id) ? id : "";
  const input = there(inputs, values.input);
  const output = there(outputs, values.output);
  return (
    <Block title={words.audio}>
      <DeviceField
        label={words.microphone}
        devices={inputs}
        value={values.input}
        isDisabled={!isAllowed}
        onChange={(id) => set({ input: id })}
      />
      {problem ? (
        <p role="alert" className="text-danger text-meta">
          {problem}
        </p>
      ) : isAllowed ? (
        <MicrophoneLevel key={`${input} ${round}`} device={input} />
      ) : isKnown ? (
        <div>
          <Button icon={<Mic className="size-4" />} tip={words.allowHint} onClick={() => void ask()}>
            {words.allow}
          </Button>
        </div>
      ) : null}
      <DeviceField
        label={words.speaker}
        devices={outputs}
        value={values.output}
        hint={isAllowed && !hasOutput ? words.noSpeaker : undefined}
        isDisabled={!(isAllowed && hasOutput)}
        onChange={(id) => set({ output: id })}
      />
      <div className="flex flex-wrap gap-1.5">
        <Button
          icon={<Volume2 className="size-4" />}
          disabled={isAllowed && !hasOutput}
          tip={isAllowed && !hasOutput ? words.noSpeaker : undefined}
          onClick={() => void play("outgoing", output)}
        >
          {words.testSpeaker}
        </Button>
        <Button icon={<Play className="size-4" />} onClick={() => void play("ring", output)}>
          {words.testRing}
        </Button>
        <Button
          icon={<RotateCcw className="size-4" />}
          tip={words.resetHint}
          isBusy={draft.isSaving}
          onClick={() =>
            void draft.saveOnly({ input: "", output: "" }).then(async (isDone) => {
              if (isDone) {
                setRound(round + 1);
                if (await resetAudio()) {
                  toast.success(words.wasReset);
                } else {
                  toast.error(phoneWords.notInitialized);
                }
              }
            })
          }
        >
          {words.reset}
        </Button>
      </div>
    </Block>
  );
}
