import type { RoomFigures } from "./figures";
import { words } from "./messages";

/** The fullest rooms, each with a bar against the fullest. */
export function RoomTable({ rooms }: { rooms: readonly RoomFigures[] }) {
  const most = rooms[0]?.sockets ?? 1;
  return (
    <div className="overflow-hidden rounded-lg border bg-surface shadow-small">
      <table className="w-full table-fixed">
        <caption className="sr-only">{words.rooms}</caption>
        <thead className="border-b text-left text-meta text-n11">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              {words.topic}
            </th>
            <th scope="col" className="w-2/5 px-4 py-2 text-right font-medium">
              {words.sockets}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rooms.map((room) => (
            <tr key={room.topic}>
              <th scope="row" className="truncate px-4 py-2 text-left font-normal" title={room.topic}>
                {room.topic}
              </th>
              <td className="px-4 py-2">
                <span className="flex items-center justify-end gap-3">
                  <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-n4">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(room.sockets / most) * 100}%` }}
                    />
                  </span>
                  <span className="w-12 text-right tabular-nums">{room.sockets.toLocaleString()}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
