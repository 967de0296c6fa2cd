import { History, Play, Square } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Menu, type MenuSection } from "@/components/Menu/Menu";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { Switch } from "@/components/Switch/Switch";
import { toast } from "@/components/Toaster/toasts";
import { schemasAtom, useAtomValue } from "@/store";
import { useHistory } from "./history";
import { LiveResult } from "./LiveResult";
import { examples, words } from "./messages";
import { QueryEditor } from "./QueryEditor";
import { Result } from "./Result";
import { useRun } from "./useRun";

const none = [] as const;

/** A query on one line, as a menu has room for it. */
const brief = (text: string) => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
};

/** Where people ask for records by queries. */
export function QueryPage() {
  const schemas = useAtomValue(schemasAtom) ?? none;
  const { history, add, keep } = useHistory();
  const [text, setText] = useState(() => history[0] ?? "");
  const [isLive, setIsLive] = useState(false);
  const { isRunning, found, error, run, more, stop } = useRun();

  const start = () => {
    if (text.trim() !== "") {
      add(text);
      run(text, isLive);
    }
  };
  const switchLive = (on: boolean) => {
    setIsLive(on);
    if (found) {
      run(found.text, on);
    }
  };
  const clear = () => {
    const before = history;
    keep([]);
    toast.info(words.forgotten, { label: words.undo, run: () => keep(before) });
  };
  const sections: MenuSection[] = [
    ...(history.length > 0
      ? [
          {
            title: words.earlier,
            items: [
              ...history
                .slice(0, 15)
                .map((one) => ({ key: one, label: brief(one), onSelect: () => setText(one) })),
              { key: "clear", label: words.forget, onSelect: clear },
            ],
          },
        ]
      : []),
    {
      title: words.examples,
      items: examples.map((one) => ({
        key: one.label,
        label: one.label,
        onSelect: () => setText(one.text),
      })),
    },
  ];
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <Switch
              label={words.live}
              isOn={isLive}
              onChange={switchLive}
              className="items-center gap-2 px-2"
            />
            <Menu
              label={words.history}
              sections={sections}
              trigger={
                <>
                  <History className="size-4" />
                  <span className="max-sm:sr-only">{words.history}</span>
                </>
              }
              triggerClassName="inline-flex h-8 items-center gap-1.5 rounded px-3 font-medium text-n11 hover:bg-n4 hover:text-n12"
            />
            {isRunning ? (
              <Button icon={<Square className="size-4" />} onClick={stop}>
                {words.stop}
              </Button>
            ) : (
              <Button
                tone="primary"
                icon={<Play className="size-4" />}
                keys="mod+enter"
                disabled={text.trim() === ""}
                onClick={start}
              >
                {words.run}
              </Button>
            )}
          </>
        }
      />
      <div className="h-2/5 min-h-32 shrink-0 bg-surface max-sm:h-1/3">
        <QueryEditor text={text} schemas={schemas} refusal={error} onChange={setText} onRun={start} />
      </div>
      {found?.topic ? (
        <LiveResult
          key={found.topic}
          found={{ ...found, topic: found.topic }}
          error={error}
          isRunning={isRunning}
          onMore={more}
        />
      ) : (
        <Result found={found} error={error} isRunning={isRunning} onMore={more} />
      )}
    </>
  );
}
