import { Copy, Download } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";

function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([words.file(codes)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = words.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Codes that are shown this once, with the ways to keep them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-n11">{words.codesLead}</p>
      <ul
        aria-label={words.codes}
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded border bg-n2 px-4 py-3 font-mono text-[13px] min-[420px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download className="size-4" />} onClick={() => download(codes)}>
          {words.download}
        </Button>
        <Button
          icon={<Copy className="size-4" />}
          onClick={() => {
            void navigator.clipboard.writeText(codes.join("\n")).then(() => toast.success(words.copied));
          }}
        >
          {words.copyCodes}
        </Button>
        <Button tone="primary" className="ml-auto" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
