import { ArrowLeft, Ellipsis, Eye, LayoutGrid, Maximize, Pencil, Plus, Trash2 } from "lucide-react";
import type { Rights } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { words } from "./messages";

export type Mode = "view" | "arrange" | "edit";

interface DashboardHeaderProps {
  title: string;
  mode: Mode;
  /** It is stored. */
  isStored: boolean;
  rights: Rights;
  isSaving: boolean;
  onBack: () => void;
  onMode: (mode: Mode) => void;
  onAdd: () => void;
  onSave: () => void;
  onCancel: () => void;
  onFullScreen: () => void;
  onDelete: () => void;
}

/** The top of a dashboard, with the buttons of its mode. */
export function DashboardHeader(props: DashboardHeaderProps) {
  const { mode, rights, isStored, isSaving } = props;
  const save = (
    <Button tone="primary" isBusy={isSaving} onClick={props.onSave}>
      {words.save}
    </Button>
  );
  const edit = (
    <Button isShort icon={<Pencil className="size-4" />} onClick={() => props.onMode("edit")}>
      {words.edit}
    </Button>
  );
  const arrange = (
    <Button isShort icon={<LayoutGrid className="size-4" />} onClick={() => props.onMode("arrange")}>
      {words.arrange}
    </Button>
  );
  const buttons = {
    view: (
      <>
        <IconButton
          label={words.fullScreen}
          icon={<Maximize className="size-4" />}
          className="max-sm:hidden"
          onClick={props.onFullScreen}
        />
        {rights.update ? (
          <>
            {edit}
            {arrange}
          </>
        ) : null}
        {rights.delete ? (
          <Menu
            label={words.more}
            isIcon
            sections={[
              {
                items: [{ key: "delete", label: words.remove, icon: <Trash2 />, onSelect: props.onDelete }],
              },
            ]}
            trigger={<Ellipsis className="size-4" />}
            triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
          />
        ) : null}
      </>
    ),
    arrange: (
      <>
        <Button isShort icon={<Plus className="size-4" />} onClick={props.onAdd}>
          {words.addComponent}
        </Button>
        {edit}
        <Button disabled={isSaving} onClick={props.onCancel}>
          {words.cancel}
        </Button>
        {save}
      </>
    ),
    edit: (
      <>
        {isStored ? (
          <Button isShort icon={<Eye className="size-4" />} onClick={() => props.onMode("view")}>
            {words.view}
          </Button>
        ) : null}
        {arrange}
        {save}
      </>
    ),
  };
  return (
    <PageHeader
      isRecord={isStored}
      title={props.title}
      before={
        <IconButton
          label={words.backToList}
          icon={<ArrowLeft className="size-4" />}
          onClick={props.onBack}
          className="-ml-2"
        />
      }
      actions={buttons[mode]}
    />
  );
}
