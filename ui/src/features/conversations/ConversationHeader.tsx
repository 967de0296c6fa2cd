import { Link } from "@tanstack/react-router";
import { ArrowDownToLine, ArrowLeft, ArrowUpToLine, CheckCheck, Pencil, RotateCw } from "lucide-react";
import { Fragment } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { isolate } from "@/lib/isolate";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { words } from "./messages";
import { conversationName } from "./naming";
import type { ConversationRecord } from "./objects";
import { home, object } from "./objects";

interface ConversationHeaderProps {
  conversation: ConversationRecord;
  onMarkRead: () => void;
  onRefresh: () => void;
  onTop: () => void;
  onBottom: () => void;
}

function Names({ conversation }: { conversation: ConversationRecord }) {
  const contacts = (conversation.contacts ?? []).filter((contact) => contact.name);
  if (contacts.length === 0) {
    return <bdi>{conversationName(conversation)}</bdi>;
  }
  return contacts.map((contact, index) => (
    <Fragment key={contact.id}>
      {index > 0 ? ", " : null}
      <Link
        to="/view/$object/record/$id/standard"
        params={{ object: "contact", id: contact.id }}
        className="hover:underline"
      >
        <bdi>{contact.name}</bdi>
      </Link>
    </Fragment>
  ));
}

/** Who the conversation is with, and its toolbar. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation } = props;
  const numbers = (conversation.contact_phones ?? []).map(formatPhone).join(", ");
  return (
    <PageHeader
      before={
        <>
          <Link to={home} aria-label={t.frame.back} className="rounded p-1.5 text-n11 hover:bg-n4 md:hidden">
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
          <Avatar name={conversationName(conversation)} />
        </>
      }
      title={<Names conversation={conversation} />}
      lead={[
        numbers,
        conversation.phone?.name ? words.via(isolate(formatPhone(conversation.phone.name))) : "",
      ]
        .filter(Boolean)
        .join(" · ")}
      actions={
        <div className="flex">
          <IconButton
            label={words.markAllRead}
            icon={<CheckCheck className="size-4" />}
            onClick={props.onMarkRead}
          />
          <IconButton
            label={words.refresh}
            icon={<RotateCw className="size-4" />}
            onClick={props.onRefresh}
          />
          <IconButton
            label={words.scrollTop}
            icon={<ArrowUpToLine className="size-4" />}
            onClick={props.onTop}
            className="max-sm:hidden"
          />
          <IconButton
            label={words.scrollBottom}
            icon={<ArrowDownToLine className="size-4" />}
            onClick={props.onBottom}
            className="max-sm:hidden"
          />
          <Link
            to="/view/$object/record/$id/standard"
            params={{ object, id: conversation.id }}
            aria-label={words.edit}
            data-tip={words.edit}
            className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
          >
            <Pencil aria-hidden className="size-4" />
          </Link>
        </div>
      }
    />
  );
}
