import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { behind, bytes, type NodeState, silentAfter } from "./figures";
import { words } from "./messages";

/** A node's id is unique in its last characters, as it is a UUIDv7. */
const shortId = (node: string) => node.slice(-8);

const cell = "px-3.5 py-2.5 text-right tabular-nums";

function Condition({ state, nodes, now }: { state: NodeState; nodes: readonly NodeState[]; now: number }) {
  const distance = behind(state, nodes);
  if (now - state.heardAt > silentAfter) {
    return <Pill tone="danger">{words.silent}</Pill>;
  }
  if (distance > 0) {
    return <Pill tone="warning">{words.behind(distance)}</Pill>;
  }
  return <Pill tone="success">{words.upToDate}</Pill>;
}

/** The nodes of the installation, the oldest first. */
export function NodeTable({ nodes, now }: { nodes: readonly NodeState[]; now: number }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by the keyboard too
      tabIndex={0}
      aria-label={words.nodes}
      className="overflow-x-auto rounded-lg border bg-surface shadow-small"
    >
      <table className="w-full whitespace-nowrap">
        <caption className="sr-only">{words.nodes}</caption>
        <thead className="border-b text-left text-meta text-n11">
          <tr>
            <th scope="col" className="px-3.5 py-2 font-medium">
              {words.node}
            </th>
            <th scope="col" className="px-3.5 py-2 font-medium">
              {words.condition}
            </th>
            {[words.sockets, words.users, words.topics, words.rate, words.queued].map((title) => (
              <th key={title} scope="col" className="px-3.5 py-2 text-right font-medium">
                {title}
              </th>
            ))}
            <th scope="col" className="px-3.5 py-2 text-right font-medium">
              {words.since}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {nodes.map((state) => {
            const { figures } = state;
            return (
              <tr key={figures.node}>
                <th scope="row" className="px-3.5 py-2.5 text-left font-medium" title={figures.node}>
                  {shortId(figures.node)}
                  <span className="ml-2 font-normal text-meta text-n11">{figures.version}</span>
                </th>
                <td className="px-3.5 py-2.5">
                  <Condition state={state} nodes={nodes} now={now} />
                </td>
                <td className={cell}>{figures.sockets.toLocaleString()}</td>
                <td className={cell}>{figures.users.toLocaleString()}</td>
                <td className={cell}>{figures.topics.toLocaleString()}</td>
                <td className={cell}>{Math.round(state.rates.at(-1) ?? 0).toLocaleString()}</td>
                <td className={cell}>{bytes(figures.queued_bytes)}</td>
                <td className={cell}>
                  <Time at={figures.since} form="listed" />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
