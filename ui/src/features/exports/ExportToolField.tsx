import { Download } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { type ListToolProps, part } from "@/feature";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";

const systemRight = "export";

const ExportSheet = part(() => import("./ExportSheet").then((file) => file.ExportSheet));

/** Begins an export, from the toolbar of a list. */
export function ExportToolField(props: ListToolProps) {
  const identity = useAtomValue(identityAtom);
  const [isOpen, setOpen] = useState(false);
  if (!identity?.system.includes(systemRight)) {
    return null;
  }
  return (
    <>
      <IconButton label={words.export} icon={<Download className="size-4" />} onClick={() => setOpen(true)} />
      {isOpen ? <ExportSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
