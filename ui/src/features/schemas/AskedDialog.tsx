import { useNavigate } from "@tanstack/react-router";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { toast } from "@/components/Toaster/toasts";
import { retireObject } from "./api";
import { bringBack } from "./bringBack";
import { EditObject } from "./EditObject";
import { words } from "./messages";
import { objectsPath } from "./names";
import type { Known } from "./useFieldForm";
import { insist, sayRefusal } from "./useSaving";

/** What somebody wants to do with an object, or with a field of it. */
export type Asked = { what: "edit" } | { what: "retire" } | { what: "retireField"; name: string };

interface AskedDialogProps extends Known {
  asked: Asked;
  onClose: () => void;
}

/** Asks for what is to be known before it is done. */
export function AskedDialog({ asked, onClose, ...known }: AskedDialogProps) {
  const { definition, take } = known;
  const navigate = useNavigate();
  const { api_name: object, title, plural = title, kept_days: kept } = definition;
  if (asked.what === "edit") {
    return <EditObject {...known} onClose={onClose} />;
  }
  if (asked.what === "retireField") {
    const { name } = asked;
    const field = definition.properties[name]?.title ?? name;
    const undo = () => void bringBack(object, field, name).then((now) => now && take(now));
    const retire = () =>
      insist(known, () => ({ properties: { [name]: null } }))
        .then(() => toast.success(words.fieldRetired(field), { label: words.undo, run: undo }), sayRefusal)
        .then(onClose);
    return (
      <ConfirmDialog
        title={words.retireTitle(field)}
        text={words.retireText(field, kept)}
        action={words.retire}
        onConfirm={retire}
        onClose={onClose}
      />
    );
  }
  const retire = async () => {
    try {
      await retireObject(object);
      const undo = () => void bringBack(object, title);
      toast.success(words.objectRetired(title), { label: words.undo, run: undo });
      void navigate({ to: objectsPath });
    } catch (error) {
      sayRefusal(error);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={words.retireObjectTitle(title)}
      text={words.retireObjectText(plural, kept)}
      action={words.retireObject}
      onConfirm={retire}
      onClose={onClose}
    />
  );
}
