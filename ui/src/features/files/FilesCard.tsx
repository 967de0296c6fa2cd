import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { part } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { AddFiles } from "./AddFiles";
import { DropZone } from "./DropArea";
import { FileList } from "./FileList";
import { words } from "./messages";
import { fileObject, relatedFileObject } from "./objects";
import { usePastedFiles } from "./usePastedFiles";
import { useUploads } from "./useUploads";

const FileViewer = part(() => import("./viewer/FileViewer").then((file) => file.FileViewer));

export interface Viewed {
  id: string;
  name: string;
}

interface CardProps {
  object: string;
  id: string;
}

/** The files of a record that those who read it may see, and a place to add some. */
export function FilesCard({ object, id }: CardProps) {
  const identity = useAtomValue(identityAtom);
  const may = rightsFor(identity, relatedFileObject);
  if (!may.read || [fileObject, relatedFileObject].includes(object)) {
    return null;
  }
  return (
    <Card
      key={id}
      about={{ object, id }}
      mayAdd={may.create}
      mayUpload={may.create && rightsFor(identity, fileObject).create}
    />
  );
}

function Card({ about, mayAdd, mayUpload }: { about: CardProps; mayAdd: boolean; mayUpload: boolean }) {
  const headingId = useId();
  const [isAdding, setAdding] = useState(false);
  const [viewed, setViewed] = useState<Viewed>();
  const uploads = useUploads(about);
  const take = (files: File[]) => {
    if (mayUpload) {
      setAdding(true);
      uploads.add(files);
    }
  };
  usePastedFiles(take);
  const isShown = isAdding && mayAdd;
  return (
    <section aria-labelledby={headingId} className="border-b px-4 py-4 last:border-b-0">
      <DropZone onFiles={take}>
        <div className="flex items-center justify-between gap-2 pb-2">
          <h2 id={headingId} className="truncate font-semibold">
            {isShown ? words.add : words.related}
          </h2>
          {mayAdd ? (
            <IconButton
              label={isShown ? words.toList : words.toAdd}
              icon={isShown ? <X className="size-4" /> : <Plus className="size-4" />}
              className="-my-1.5 -mr-2"
              onClick={() => setAdding(!isAdding)}
            />
          ) : null}
        </div>
        {isShown ? (
          <AddFiles
            about={about}
            uploads={uploads}
            mayUpload={mayUpload}
            onView={setViewed}
            onAdded={() => setAdding(false)}
          />
        ) : (
          <FileList record={about.id} onView={setViewed} />
        )}
      </DropZone>
      {viewed ? <FileViewer id={viewed.id} name={viewed.name} onClose={() => setViewed(undefined)} /> : null}
    </section>
  );
}
