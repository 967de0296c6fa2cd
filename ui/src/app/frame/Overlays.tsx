import { CatchBoundary } from "@tanstack/react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { type FailedProps, LoadAgain, part } from "@/feature";
import { t } from "@/messages";
import { opening } from "@/messages/opening";
import { useAtom } from "@/store";
import { overlayAtom } from "../overlays";
import { Palette } from "../palette/Palette";

interface OverlayProps {
  onClose: () => void;
}

/** Stands where an overlay will, with the reason why it does not yet. */
function Unavailable({
  title,
  text,
  onClose,
  children,
}: OverlayProps & { title: string; text: string; children?: React.ReactNode }) {
  return (
    <Dialog title={title} onClose={onClose} footer={children}>
      <p role="alert" className="text-n11">
        {text}
      </p>
    </Dialog>
  );
}

function NotLoaded({ title, onClose, ...failed }: OverlayProps & FailedProps & { title: string }) {
  const { goneText, awayText } = t.frame.notLoaded;
  return (
    <Unavailable title={title} text={failed.isGone ? goneText : awayText} onClose={onClose}>
      <LoadAgain {...failed} />
    </Unavailable>
  );
}

const no = (title: string) => (props: OverlayProps & FailedProps) => <NotLoaded {...props} title={title} />;

const ShortcutSheet = part(
  () => import("../palette/ShortcutSheet").then((file) => file.ShortcutSheet),
  no(t.frame.shortcuts),
);

const MoreSheet = part(() => import("./MoreSheet").then((file) => file.MoreSheet), no(t.frame.more));

const PasswordDialog = part(
  () => import("@/features/session/PasswordDialog").then((file) => file.PasswordDialog),
  no(t.frame.changePassword),
);

const TimeZoneDialog = part(
  () => import("@/features/session/TimeZoneDialog").then((file) => file.TimeZoneDialog),
  no(t.frame.timeZone),
);

/** What lies over the page, of the frame's own. One that fails leaves the page beneath as it is. */
export function Overlays() {
  const [overlay, setOverlay] = useAtom(overlayAtom);
  const close = () => setOverlay(undefined);
  return (
    <CatchBoundary
      getResetKey={() => overlay ?? ""}
      errorComponent={() => (
        <Unavailable title={opening.crashedTitle} text={opening.crashedText} onClose={close} />
      )}
    >
      {overlay === "palette" ? <Palette onClose={close} /> : null}
      {overlay === "shortcuts" ? <ShortcutSheet onClose={close} /> : null}
      {overlay === "password" ? <PasswordDialog onClose={close} /> : null}
      {overlay === "zone" ? <TimeZoneDialog onClose={close} /> : null}
      {overlay === "more" ? <MoreSheet onClose={close} /> : null}
    </CatchBoundary>
  );
}
