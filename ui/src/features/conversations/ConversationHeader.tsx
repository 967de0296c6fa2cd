import { Link, useNavigate } from "@tanstack/react-router";
import {
  ArrowDownToLine,
  ArrowLeft,
  ArrowUpToLine,
  CheckCheck,
  Ellipsis,
  FileText,
  Pencil,
  RotateCw,
  Search,
} from "lucide-react";
import { Fragment } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { useRecordTools } from "@/feature/RecordTools";
import { isolate } from "@/lib/isolate";
import { formatPhone } from "@/lib/phone";
import { useMedia } from "@/lib/useMedia";
import { t } from "@/messages";
import { useStanding } from "@/realtime";
import { words as findWords } from "./find/messages";
import { words } from "./messages";
import { conversationName, lineOf } from "./naming";
import type { ConversationRecord } from "./objects";
import { home, object } from "./objects";
import { useMayWork } from "./work/useMayWork";
import { useWorkItems } from "./work/useWorkItems";
import { WorkTools } from "./work/WorkTools";

interface ConversationHeaderProps {
  conversation: ConversationRecord;
  onMarkRead: () => void;
  onRefresh: () => void;
  onTemplates: () => void;
  onTop: () => void;
  onBottom: () => void;
  onFind: () => void;
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
  const navigate = useNavigate();
  const line = lineOf(conversation);
  const { isBarred } = useStanding(...(conversation.contact_phones ?? []));
  // The toolbar of a phone has no room for it: it is in the menu there.
  const isNarrow = useMedia("(max-width: 599.98px)");
  const mayWork = useMayWork();
  const work = useWorkItems(conversation);
  const tools = useRecordTools(object, conversation.id);
  const numbers = (conversation.contact_phones ?? []).map(formatPhone).join(", ");
  return (
    <PageHeader
      isRecord
      before={
        <>
          <Link to={home} aria-label={t.frame.back} className="rounded p-1.5 text-n11 hover:bg-n4 md:hidden">
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
          <Avatar name={conversationName(conversation)} />
        </>
      }
      title={<Names conversation={conversation} />}
      lead={[line ? words.via(isolate(line)) : "", numbers].filter(Boolean).join(" · ")}
      actions={
        <>
          {isBarred ? <DoNotCall /> : null}
          {isNarrow ? null : <WorkTools conversation={conversation} />}
          <IconButton
            label={findWords.open}
            keys="mod+f"
            icon={<Search className="size-4" />}
            className="max-sm:hidden"
            onClick={props.onFind}
          />
          <Menu
            label={words.more}
            triggerClassName="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
            isIcon
            trigger={<Ellipsis className="size-4" />}
            sections={[
              ...(isNarrow && mayWork ? [{ items: work }] : []),
              {
                items: [
                  { key: "read", label: words.markAllRead, icon: <CheckCheck />, onSelect: props.onMarkRead },
                  { key: "refresh", label: words.refresh, icon: <RotateCw />, onSelect: props.onRefresh },
                  { key: "find", label: findWords.open, icon: <Search />, onSelect: props.onFind },
                  { key: "top", label: words.scrollTop, icon: <ArrowUpToLine />, onSelect: props.onTop },
                  {
                    key: "bottom",
                    label: words.scrollBottom,
                    icon: <ArrowDownToLine />,
                    onSelect: props.onBottom,
                  },
                ],
              },
              {
                items: [
                  {
                    key: "templates",
                    label: words.templates,
                    icon: <FileText />,
                    onSelect: props.onTemplates,
                  },
                  ...tools.items,
                  {
                    key: "edit",
                    label: words.edit,
                    icon: <Pencil />,
                    onSelect: () =>
                      void navigate({
                        to: "/view/$object/record/$id/standard",
                        params: { object, id: conversation.id },
                      }),
                  },
                ],
              },
            ]}
          />
          {tools.dialog}
        </>
      }
    />
  );
}
