import { Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { texts as common } from '../texts.ts';
import { useAction } from '../use-action.ts';
import { useConfirm } from './ConfirmDialog.tsx';
import type { Icon } from './EmptyState.tsx';
import { NamedItemForm } from './NamedItemForm.tsx';
import type { FormTexts, NamedItem } from './NamedItemForm.tsx';
import { NamedItemList } from './NamedItemList.tsx';
import type { ListTexts } from './NamedItemList.tsx';
import { PageHeader } from './PageHeader.tsx';
import { rowAction } from './row-action.ts';
import styles from './NamedItems.module.css';

type Texts = Record<'title' | 'subtitle' | 'edit' | 'delete' | 'deleted' | 'deleteFailed' | 'confirmDelete', string>;

type Props<Item extends NamedItem, Key extends QueryKey> = {
  texts: Texts & FormTexts & ListTexts;
  icon: Icon;
  contract: Record<'create' | 'update' | 'remove', Endpoint>;
  query: UseQueryOptions<Item[], Error, Item[], Key>;
  /** Reads the items as stored now. */
  readAll: () => Promise<Item[]>;
  /** The queries to refresh after a change. */
  refresh: readonly QueryKey[];
  limits: { name: number; description: number; rows: number };
  /** The title of the list. */
  existing: string;
  /** Shown beside it. */
  count?: ReactNode;
  /** The effects of deleting an item, and whether the server would refuse it. */
  effectsOf: (id: number) => { affected: ReactNode; isRefused?: UseQueryOptions<boolean> };
  /** Below the list and the form. */
  below?: ReactNode;
  /** Renders the items. `toolsOf` has the buttons of an item, `headingId` is the id of the heading of the list. */
  children: (
    items: Item[],
    row: { editedId?: number; toolsOf: (item: Item) => ReactNode; headingId: string },
  ) => ReactNode;
};

/** The id of the element with the name of an item. A screen reader reads it with the buttons. */
export const nameIdOf = ({ id }: { id: number }) => `item-${id}`;

/** A page on which items with a name and a description are created, changed and deleted: teams or file types. */
export function NamedItemsPage<Item extends NamedItem, Key extends QueryKey>(props: Props<Item, Key>) {
  const { texts, icon, contract, refresh, limits, existing, count, effectsOf, below, children } = props;
  const client = useQueryClient();
  const items = useQuery(props.query);
  // The number is the key of the form. A new number resets it, for a new item or for the one to edit.
  const [form, setForm] = useState<{ number: number; editedId?: number }>({ number: 0 });
  const edited = items.data?.find(({ id }) => id === form.editedId);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const removal = useAction(contract.remove, { done: texts.deleted, failed: texts.deleteFailed, refresh });

  // The lists are fetched again before a save ends. Until then another row may have been chosen.
  const end = (number: number) => setForm((now) => (now.number === number ? { number: number + 1 } : now));
  const remove = async ({ id, name }: Item) => {
    const title = common.confirmTitle(name);
    if (!(await confirm({ title, question: texts.confirmDelete, ...effectsOf(id) }))) return;
    await removal.run({ id });
    const isThere = client.getQueryData<Item[]>(props.query.queryKey)?.some((one) => one.id === id);
    // The focused button was removed with its row.
    if (!isThere) listHeading.current?.focus();
  };
  const toolsOf = (item: Item) => (
    <Group gap={0} wrap="nowrap">
      <button
        type="button"
        {...rowAction(texts.edit, nameIdOf(item))}
        onClick={() => setForm(({ number }) => ({ number: number + 1, editedId: item.id }))}
      >
        <IconPencil size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <button
        type="button"
        {...rowAction(texts.delete, nameIdOf(item))}
        data-danger="true"
        onClick={() => void remove(item)}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </button>
    </Group>
  );

  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className={styles.columns}>
        <NamedItemList query={items} title={existing} count={count} headingRef={listHeading} icon={icon} texts={texts}>
          {(shown, headingId) => children(shown, { ...(edited && { editedId: edited.id }), toolsOf, headingId })}
        </NamedItemList>
        <NamedItemForm
          key={`${form.number}:${edited?.id ?? ''}`}
          texts={texts}
          item={edited}
          focused={form.number > 0}
          contract={contract}
          limits={limits}
          refresh={refresh}
          readAll={props.readAll}
          onDone={() => end(form.number)}
        />
        {below}
      </div>
      {dialog}
    </>
  );
}
