import { LayoutDashboard } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { clockTime } from "@/lib/time";
import { FileTile, useFileTile } from "./FileTile";
import type { FileComponent, ReportComponent, Tile } from "./layout";
import { words } from "./messages";
import { ReportTile, useReportTile } from "./ReportTile";
import { TileFrame } from "./TileFrame";

export interface TileProps {
  tile: Tile;
  height: number;
  isArranging: boolean;
  everySeconds: number | null;
  onOpen: (report: string) => void;
  onChart: () => void;
  onChoose: () => void;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The title line and the padding of a tile. */
const frameHeight = 56;

function OfReport({ component, ...props }: TileProps & { component: ReportComponent }) {
  const tile = useReportTile(component, props.everySeconds);
  const { draft, found } = tile;
  const { isArranging } = props;
  return (
    <TileFrame
      name={draft?.name || words.emptyTile}
      lead={found.madeAt > 0 ? words.asOf(clockTime(new Date(found.madeAt))) : undefined}
      isArranging={isArranging}
      isBusy={found.isFetching}
      onRefresh={() => void found.refresh()}
      onOpen={() => props.onOpen(component.id)}
      onChart={isArranging && draft ? props.onChart : undefined}
      onRemove={isArranging ? props.onRemove : undefined}
      onKeyDown={props.onKeyDown}
    >
      <ReportTile tile={tile} height={props.height - frameHeight} />
    </TileFrame>
  );
}

function OfFile({ component, ...props }: TileProps & { component: FileComponent }) {
  const file = useFileTile(component);
  const { isArranging } = props;
  return (
    <TileFrame
      name={file.name}
      isArranging={isArranging}
      isBusy={false}
      onRemove={isArranging ? props.onRemove : undefined}
      onKeyDown={props.onKeyDown}
    >
      <FileTile file={file} />
    </TileFrame>
  );
}

/** One tile of a dashboard. */
export function ShownTile(props: TileProps) {
  const { component } = props.tile;
  if (component?.kind === "report") {
    return <OfReport {...props} component={component} />;
  }
  if (component?.kind === "file") {
    return <OfFile {...props} component={component} />;
  }
  return (
    <TileFrame
      name={words.emptyTile}
      isArranging={props.isArranging}
      isBusy={false}
      onRemove={props.isArranging ? props.onRemove : undefined}
      onKeyDown={props.onKeyDown}
    >
      <PageState
        icon={<LayoutDashboard />}
        title={words.emptyTile}
        text={words.emptyTileText}
        className="min-h-0 p-2"
        {...(props.isArranging
          ? {
              action: (
                <Button size="small" onClick={props.onChoose}>
                  {words.choose}
                </Button>
              ),
            }
          : {})}
      />
    </TileFrame>
  );
}
