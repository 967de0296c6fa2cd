import { FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";
import { PageState } from "@/components/PageState/PageState";
import { part } from "@/feature";
import { words } from "../messages";
import type { FileRecord } from "../objects";
import { type Kind, mediaOf } from "./kinds";
import { TextPreview } from "./TextPreview";

const PdfPreview = part(() => import("./PdfPreview").then((file) => file.PdfPreview));
const CsvPreview = part(() => import("./CsvPreview").then((file) => file.CsvPreview));

interface PreviewProps {
  kind: Kind;
  file: FileRecord;
  content: Blob;
  isCut: boolean;
}

/** The address of bytes in this page, of the type that is shown and no other. */
function useAddress(content: Blob, media: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: media }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content, media]);
  return address;
}

/** Content that was read, as its kind is shown. */
export function Preview({ kind, file, content, isCut }: PreviewProps) {
  switch (kind) {
    case "text":
      return <TextPreview content={content} isCut={isCut} />;
    case "csv":
      return <CsvPreview content={content} isCut={isCut} />;
    case "pdf":
      return <PdfPreview content={content} />;
    default:
      return <MediaPreview kind={kind} file={file} content={content} />;
  }
}

function MediaPreview({ kind, file, content }: Omit<PreviewProps, "isCut">) {
  const address = useAddress(content, mediaOf(file));
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return <PageState icon={<FileQuestion />} title={words.noPreview} />;
  }
  if (address === undefined) {
    return null;
  }
  const common = { src: address, onError: () => setBroken(true) };
  const name = file.name ?? "";
  return (
    <div className="flex h-full items-center justify-center rounded bg-n3">
      {kind === "image" ? (
        <img {...common} alt={name} className="max-h-full max-w-full object-contain" />
      ) : kind === "video" ? (
        <video {...common} controls aria-label={name} className="max-h-full max-w-full" />
      ) : (
        <audio {...common} controls aria-label={name || words.sound} className="w-full max-w-lg" />
      )}
    </div>
  );
}
