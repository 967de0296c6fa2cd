import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { createContext, type ReactNode, use, useMemo } from "react";
import { OutsideLink, safeLink } from "../url/type";

/** What people may follow; another address is text. */
function addressOf(url: string): string | undefined {
  if (/^(mailto|tel):[^\s\\]+$/i.test(url)) {
    return url;
  }
  return /^https?:/i.test(url) ? safeLink(url) : undefined;
}

const plainText = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? node.children.map(plainText).join("") : "";

/** Shows the words of a text; as they are by default. */
const Words = createContext<(text: string) => ReactNode>((text) => text);

function Plain({ text }: { text: string }) {
  return use(Words)(text);
}

function Children({ of }: { of: Parents }) {
  return of.children.map((child) => <Piece key={child.position?.start.offset} node={child} />);
}

function List({ node }: { node: Extract<Nodes, { type: "list" }> }) {
  return node.ordered ? (
    <ol start={node.start ?? 1} className="list-decimal pl-5">
      <Children of={node} />
    </ol>
  ) : (
    <ul className="list-disc pl-5">
      <Children of={node} />
    </ul>
  );
}

function Link({ node }: { node: Extract<Nodes, { type: "link" }> }) {
  const href = addressOf(node.url);
  return href === undefined ? (
    <Children of={node} />
  ) : (
    <OutsideLink href={href}>{plainText(node) || node.url}</OutsideLink>
  );
}

/** A picture is linked, not loaded: it would tell its host who looks at what. */
function Picture({ node }: { node: Extract<Nodes, { type: "image" }> }) {
  const href = addressOf(node.url);
  const label = node.alt || node.url;
  return href === undefined ? label : <OutsideLink href={href}>{label}</OutsideLink>;
}

/** One node of the text. HTML in it is text, and what is not known shows what it holds. */
function Piece({ node }: { node: Nodes }) {
  switch (node.type) {
    case "text":
      return <Plain text={node.value} />;
    case "html":
      return node.value;
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <Children of={node} />
        </p>
      );
    case "heading":
      return (
        <p className={node.depth === 1 ? "font-semibold text-lg" : "font-semibold"}>
          <Children of={node} />
        </p>
      );
    case "strong":
      return (
        <strong className="font-semibold">
          <Children of={node} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Children of={node} />
        </em>
      );
    case "inlineCode":
      return <code className="rounded bg-n3 px-1 font-mono text-meta">{node.value}</code>;
    case "code":
      return (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          tabIndex={0}
          className="overflow-auto rounded border border-n6 bg-n2 px-2.5 py-1.5 font-mono text-meta"
        >
          <code>{node.value}</code>
        </pre>
      );
    case "blockquote":
      return (
        <blockquote className="flex flex-col gap-1.5 border-n6 border-l-2 pl-2.5 text-n11">
          <Children of={node} />
        </blockquote>
      );
    case "list":
      return <List node={node} />;
    case "listItem":
      return (
        <li>
          <Children of={node} />
        </li>
      );
    case "link":
      return <Link node={node} />;
    case "image":
      return <Picture node={node} />;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr className="border-n6" />;
    case "definition":
      return null;
    default:
      return "children" in node ? <Children of={node} /> : plainText(node);
  }
}

/** What holds lines of text, rather than pieces of one. */
const ofLines = ["root", "blockquote", "list", "listItem"];

const inOneLine = (node: Nodes): string =>
  "children" in node
    ? node.children.map(inOneLine).join(ofLines.includes(node.type) ? " " : "")
    : plainText(node);

/** Formatted text in a row of a list: its words, without its marks. */
export function RichLine({ text }: { text: string }) {
  const line = useMemo(() => inOneLine(fromMarkdown(text)), [text]);
  return <bdi className="truncate text-left">{line}</bdi>;
}

interface RichTextProps {
  text: string;
  /** Shows the words between the marks, such as with links in them. */
  words?: (text: string) => ReactNode;
}

const asWritten = (text: string) => text;

/** Formatted text (Markdown) as people read it. */
export function RichText({ text, words = asWritten }: RichTextProps) {
  const tree = useMemo(() => fromMarkdown(text), [text]);
  return (
    <Words value={words}>
      <div className="flex min-w-0 flex-col gap-1.5 break-words">
        <Children of={tree} />
      </div>
    </Words>
  );
}
