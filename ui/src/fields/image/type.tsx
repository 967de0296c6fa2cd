import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { OutsideLink, safeLink } from "../url/type";
import { isStored, useLocated } from "./useLocated";
import { describe, type Image, imageOf, isOurs, shownSize } from "./value";

const ImageField = part<EditProps>(() => import("./ImageField").then((file) => file.ImageField));

/** A picture by its address, in its own proportions. */
function Shown({ image, url }: { image: Image; url: string }) {
  const located = useLocated(url);
  const size = shownSize(image);
  const bounds = size ?? { width: 64, height: 64 };
  const { alt_text: alt, title } = image;
  // A narrow column makes it smaller, never another shape.
  const className = size ? "h-auto max-w-full rounded" : "size-16 rounded object-cover";
  if (located === "waiting" || located === "failed") {
    return located === "failed" && alt ? (
      <span className="break-words text-n11">{alt}</span>
    ) : (
      <span role="img" aria-label={alt || undefined} style={bounds} className="block rounded bg-n4" />
    );
  }
  return (
    <img
      src={located.address}
      alt={alt ?? ""}
      data-tip={title || undefined}
      {...bounds}
      className={className}
    />
  );
}

function Picture({ image, url }: { image: Image; url: string }) {
  const { alt_text: alt, title } = image;
  if (isOurs(url) || isStored(url)) {
    return <Shown image={image} url={url} />;
  }
  const link = safeLink(url);
  return (
    <span data-tip={title || undefined} className="break-words">
      {link ? <OutsideLink href={link}>{alt || url}</OutsideLink> : url}
    </span>
  );
}

function View({ value }: ViewProps) {
  const image = imageOf(value);
  const { url, caption, credit } = image;
  if (!url) {
    return <Empty />;
  }
  const picture = <Picture image={image} url={url} />;
  return caption || credit ? (
    <figure>
      {picture}
      <figcaption className="mt-1 text-meta text-n11">
        {caption ? <span className="block text-n12">{caption}</span> : null}
        {credit ? <span className="block">{credit}</span> : null}
      </figcaption>
    </figure>
  ) : (
    picture
  );
}

function Cell({ value }: ViewProps) {
  return describe(value) ? <span className="truncate">{describe(value)}</span> : <Empty />;
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit: ImageField,
  text: describe,
  width: 160,
  firstSort: "none",
  isLarge: true,
  isTall: true,
};
