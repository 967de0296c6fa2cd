import { Dialog } from "@/components/Dialog/Dialog";
import { Kbd } from "@/components/Kbd/Kbd";
import { type ShortcutGroup, useFeatures } from "@/feature";
import { t } from "@/messages";

const words = t.frame.keys;

const everywhere: ShortcutGroup = {
  title: words.everywhere,
  keys: [
    ["mod+k", words.palette],
    ["?", words.sheet],
    ["mod+b", words.toggleNavigation],
  ],
};

/** Every key of the product, opened by "?". */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = new Set([everywhere, ...useFeatures().flatMap((feature) => feature.shortcuts ?? [])]);
  return (
    <Dialog title={words.title} onClose={onClose} className="max-w-lg">
      <div className="grid grid-cols-2 gap-x-8 gap-y-5 max-sm:grid-cols-1">
        {[...groups].map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 font-medium text-meta text-n11">{group.title}</h3>
            <dl>
              {group.keys.map(([keys, meaning]) => (
                <div
                  key={keys}
                  className="flex h-8 items-center justify-between gap-3 border-t first:border-t-0"
                >
                  <dt>{meaning}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
