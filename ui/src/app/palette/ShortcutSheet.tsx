import { Dialog } from "@/components/Dialog/Dialog";
import { Kbd } from "@/components/Kbd/Kbd";
import { type ShortcutGroup, useFeatures } from "@/feature";
import { keys as words } from "@/messages/keys";
import { tabs } from "@/messages/tabs";
import { writing } from "@/messages/writing";
import { SendKeyField } from "@/thread/SendKeyField";

const everywhere: ShortcutGroup = {
  title: words.everywhere,
  keys: [
    ["mod+k", words.palette],
    ["?", words.sheet],
    ["mod+s", words.search],
    ["mod+o", words.list],
    ["mod+b", words.toggleNavigation],
  ],
};

const opened: ShortcutGroup = {
  title: tabs.label,
  keys: [
    ["alt+mod+1…9", tabs.keys.goTo],
    ["Del", tabs.keys.close],
    ["alt+shift+←/→", tabs.keys.move],
  ],
};

/** Every key of the product, opened by "?". */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = new Set([
    everywhere,
    opened,
    ...useFeatures().flatMap((feature) => feature.shortcuts ?? []),
  ]);
  return (
    <Dialog title={words.title} onClose={onClose} className="max-w-3xl">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls, which the keyboard must reach */}
      <div tabIndex={0} className="grid grid-cols-2 gap-x-10 gap-y-5 rounded max-sm:grid-cols-1">
        {[...groups].map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 font-medium text-meta text-n11">{group.title}</h3>
            <dl>
              {group.keys.map(([keys, meaning]) => (
                <div
                  key={keys}
                  className="flex min-h-8 items-center justify-between gap-4 border-t py-1 first:border-t-0"
                >
                  <dt className="min-w-0">{meaning}</dt>
                  <dd className="shrink-0">
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <section className="mt-5">
        <h3 className="mb-1 font-medium text-meta text-n11">{writing.title}</h3>
        <SendKeyField />
      </section>
    </Dialog>
  );
}
