import { FileQuestion } from "lucide-react";
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";
import { PageState } from "@/components/PageState/PageState";
import { words } from "../messages";

GlobalWorkerOptions.workerSrc = workerUrl;

const mostPages = 200;

/** Reads a document; its scripts do not run, and nothing is fetched for it. */
function useDocument(content: Blob) {
  const [read, setRead] = useState<PDFDocumentProxy | "broken">();
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isGone = false;
    void content.arrayBuffer().then((data) => {
      if (isGone) {
        return;
      }
      const task = getDocument({ data, enableXfa: false, stopAtErrors: false, useWasm: false });
      stop = () => void task.destroy();
      task.promise.then(
        (document) => isGone || setRead(document),
        () => isGone || setRead("broken"),
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [content]);
  return read;
}

/** Draws a page once it is visible. */
function Page({ document: read, at, width }: { document: PDFDocumentProxy; at: number; width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(at === 1);
  const [ratio, setRatio] = useState(1.3);
  useEffect(() => {
    const { current } = canvas;
    if (!current || isNear) {
      return;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "600px",
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear]);
  useEffect(() => {
    const { current } = canvas;
    if (!(isNear && current)) {
      return;
    }
    let isGone = false;
    let stop: () => void = () => undefined;
    void read.getPage(at).then((page) => {
      if (isGone) {
        return;
      }
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (width * devicePixelRatio) / natural.width });
      current.width = Math.floor(viewport.width);
      current.height = Math.floor(viewport.height);
      setRatio(natural.height / natural.width);
      const task = page.render({ canvas: current, viewport });
      stop = () => task.cancel();
      task.promise.then(
        () => current.setAttribute("data-drawn", "true"),
        () => undefined, // it was left
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [isNear, read, at, width]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={words.page(at)}
      width={width}
      height={Math.round(width * ratio)}
      className="mx-auto block h-auto max-w-full bg-white shadow-small"
      style={{ width, aspectRatio: `1 / ${ratio}` }}
    />
  );
}

/** The pages of a document below each other. */
export function PdfPreview({ content }: { content: Blob }) {
  const read = useDocument(content);
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => setWidth(Math.min(frame.current?.clientWidth ?? 0, 860)), []);
  if (read === "broken") {
    return <PageState icon={<FileQuestion />} title={words.noPreview} />;
  }
  const shown = Math.min(read?.numPages ?? 0, mostPages);
  return (
    <div ref={frame} className="flex min-h-full flex-col gap-3">
      {read && width
        ? Array.from({ length: shown }, (_, index) => index + 1).map((at) => (
            <Page key={at} document={read} at={at} width={width} />
          ))
        : null}
      {read && read.numPages > shown ? (
        <p className="text-center text-meta text-n11">{words.pages(shown, read.numPages)}</p>
      ) : null}
    </div>
  );
}
