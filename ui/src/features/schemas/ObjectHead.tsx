import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Ellipsis, ListTree, Pencil, Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import type { Definition } from "./api";
import { words } from "./messages";
import { objectsPath } from "./names";
import { useReach } from "./reach";

/** What an object is called, and what can be done with it as a whole. */
export function ObjectHead(props: {
  definition: Definition;
  onAdd: () => void;
  onEdit: () => void;
  onRetire: () => void;
}) {
  const { definition } = props;
  const { object: mayChange } = useReach(definition);
  const navigate = useNavigate();
  const { api_name: object, title, plural, custom } = definition;
  const openList = () => void navigate({ to: "/view/$object/list", params: { object } });
  return (
    <PageHeader
      title={title}
      lead={
        <>
          {plural} {"·"} <code>{object}</code> {"·"} {custom ? words.own : words.builtIn}
        </>
      }
      before={
        <IconButton
          label={words.back}
          icon={<ArrowLeft className="size-4" />}
          className="-ml-2"
          onClick={() => void navigate({ to: objectsPath })}
        />
      }
      actions={
        <>
          <Button tone="primary" icon={<Plus className="size-4" />} isShort onClick={props.onAdd}>
            {words.newField}
          </Button>
          <Menu
            label={words.more}
            isIcon
            trigger={<Ellipsis className="size-4" />}
            triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
            sections={[
              {
                items: [
                  { key: "list", label: words.openList, icon: <ListTree />, onSelect: openList },
                  ...(mayChange
                    ? [{ key: "edit", label: words.editObject, icon: <Pencil />, onSelect: props.onEdit }]
                    : []),
                ],
              },
              ...(custom && mayChange
                ? [
                    {
                      items: [
                        {
                          key: "retire",
                          label: words.retireObject,
                          icon: <Trash2 />,
                          onSelect: props.onRetire,
                        },
                      ],
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    />
  );
}
