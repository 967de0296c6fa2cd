import { useNavigate } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import type { ListToolProps } from "@/feature";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { mayImport } from "./rights";

/** Begins an import, from the toolbar of a list. */
export function ImportToolField({ schema }: ListToolProps) {
  const identity = useAtomValue(identityAtom);
  const navigate = useNavigate();
  if (!mayImport(identity, schema)) {
    return null;
  }
  return (
    <IconButton
      label={words.import}
      icon={<Upload className="size-4" />}
      onClick={() => void navigate({ href: `/view/${schema.api_name}/import` })}
    />
  );
}
