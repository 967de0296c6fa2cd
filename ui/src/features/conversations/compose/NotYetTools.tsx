import { Ellipsis, MonitorUp, Phone, Video } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";

const tools = [
  { label: words.voice, icon: Phone },
  { label: words.video, icon: Video },
  { label: words.share, icon: MonitorUp },
];

/** What the provider can't do in a text yet: each says so. */
export function NotYetTools() {
  const tell = (what: string) => toast.info(words.notImplemented(what));
  return (
    <>
      <span className="flex items-center gap-0.5 @max-[600px]:hidden">
        {tools.map(({ label, icon: Icon }) => (
          <IconButton
            key={label}
            label={label}
            icon={<Icon className="size-4" />}
            className="size-7"
            onClick={() => tell(label)}
          />
        ))}
      </span>
      <span className="@min-[600px]:hidden">
        <Menu
          label={words.moreTools}
          isIcon
          placement="top-start"
          triggerClassName="inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
          trigger={<Ellipsis className="size-4" />}
          sections={[
            {
              items: tools.map(({ label, icon: Icon }) => ({
                key: label,
                label,
                icon: <Icon />,
                onSelect: () => tell(label),
              })),
            },
          ]}
        />
      </span>
    </>
  );
}
