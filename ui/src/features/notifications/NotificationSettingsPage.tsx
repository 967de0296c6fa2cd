import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { Switch } from "@/components/Switch/Switch";
import { askForNotices, useLeaveForNotices } from "@/lib/notice";
import { useAtomValue } from "@/store";
import { words } from "./messages";
import { channels, choose, isOn, kinds, preferencesAtom } from "./preferences";

/** My channels by kind, and when they are silent. */
export function NotificationSettingsPage() {
  const chosen = useAtomValue(preferencesAtom);
  const leave = useLeaveForNotices();
  return (
    <>
      <PageHeader title={words.settings} lead={words.settingsLead} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-3xl flex-col gap-5 px-5 py-6 max-sm:px-4">
          <div className="overflow-x-auto rounded-lg border bg-surface shadow-small">
            <table className="w-full border-collapse">
              <thead>
                <tr className="border-b text-left text-meta text-n11">
                  <th scope="col" className="px-4 py-2 font-medium">
                    {words.kind}
                  </th>
                  {channels.map((channel) => (
                    <th
                      key={channel}
                      scope="col"
                      className="w-20 px-2 py-2 text-center font-medium max-sm:w-14 max-sm:px-1"
                    >
                      {words.channels[channel]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {kinds.map((kind) => (
                  <tr key={kind} className="border-t first:border-t-0">
                    <th scope="row" className="px-4 py-2.5 text-left font-medium">
                      {kind}
                      <span className="block font-normal text-meta text-n11">{words.hints[kind]}</span>
                    </th>
                    {channels.map((channel) => (
                      <td key={channel} className="text-center">
                        <input
                          type="checkbox"
                          aria-label={words.cell(kind, words.channels[channel])}
                          checked={isOn(chosen, kind, channel)}
                          disabled={channel === "desktop" && !isOn(chosen, kind, "in_app")}
                          onChange={({ target }) =>
                            void choose({ kinds: { [kind]: { [channel]: target.checked } } })
                          }
                          className="size-4 accent-accent"
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <section className="flex flex-col gap-4 rounded-lg border bg-surface p-4 shadow-small">
            <Switch
              label={words.doNotDisturb}
              hint={words.doNotDisturbHint}
              isOn={chosen.do_not_disturb === true}
              onChange={(is) => void choose({ do_not_disturb: is })}
            />
            <Switch
              label={words.onlyAway}
              hint={words.onlyAwayHint}
              isOn={chosen.only_away === true}
              onChange={(is) => void choose({ only_away: is })}
            />
            <div className="flex flex-wrap items-center gap-3 border-t pt-4">
              <p className="min-w-60 flex-1 text-n11">{words.permission[leave]}</p>
              {leave === "default" ? (
                <Button onClick={() => void askForNotices()}>{words.allow}</Button>
              ) : null}
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
