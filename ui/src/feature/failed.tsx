import { CloudOff, RotateCw } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { opening } from "@/messages/opening";

/** For what is shown in place of a part that could not be loaded. It is tried again when the connection is back. */
export interface FailedProps {
  /** A newer release took the place of this one; only a reload helps. */
  isGone: boolean;
  onRetry: () => void;
}

const words = opening.notLoaded;

const reload = () => location.reload();

const whyNotLoaded = (isGone: boolean) => (isGone ? words.goneText : words.awayText);

/** The button beside the reason. */
export function LoadAgain({ isGone, onRetry }: FailedProps) {
  return <Button onClick={isGone ? reload : onRetry}>{isGone ? opening.reload : opening.retry}</Button>;
}

/** In place of a whole page. */
export function PageFailed(props: FailedProps) {
  return (
    <PageState
      role="alert"
      icon={<CloudOff />}
      title={props.isGone ? words.goneTitle : words.awayTitle}
      text={whyNotLoaded(props.isGone)}
      action={<LoadAgain {...props} />}
    />
  );
}

/** In place of something small. */
export function PartFailed({ isGone, onRetry }: FailedProps) {
  return (
    <Button
      size="small"
      tone="ghost"
      icon={<RotateCw className="size-3.5" />}
      tip={whyNotLoaded(isGone)}
      onClick={isGone ? reload : onRetry}
    >
      {words.part}
    </Button>
  );
}
