import { Button, Group, TextInput, Textarea, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Endpoint } from '#shared/endpoint.ts';
import { texts as shared } from '#shared/texts.ts';
import { useAction } from '../use-action.ts';
import { Card } from './Card.tsx';
import styles from './NamedItems.module.css';

export type NamedItem = { id: number; name: string; description: string | null };

export type FormTexts = Record<
  | 'addNew'
  | 'editTitle'
  | 'name'
  | 'description'
  | 'optional'
  | 'nameRequired'
  | 'create'
  | 'update'
  | 'created'
  | 'updated'
  | 'saveFailed',
  string
>;

type Props = {
  texts: FormTexts;
  /** The item to change. If undefined, the form creates one. */
  item: NamedItem | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  contract: Record<'create' | 'update', Endpoint>;
  limits: { name: number; description: number; rows: number };
  refresh: readonly QueryKey[];
  /** Reads the items as stored now, so that a field that another user has changed and this form has not keeps its value. */
  readAll: () => Promise<readonly NamedItem[]>;
  /** Called after saving or cancelling. */
  onDone: () => void;
};

/** Creates or changes an item that has a name and a description: a team or a file type. */
export function NamedItemForm({ texts, item, focused, contract, limits, refresh, readAll, onDone }: Props) {
  const outcome = { failed: texts.saveFailed, refresh };
  const creation = useAction(contract.create, { ...outcome, done: texts.created });
  const change = useAction(contract.update, { ...outcome, done: texts.updated });
  const { run, busy, failure } = item ? change : creation;
  const title = item ? texts.editTitle : texts.addNew;
  const [opened] = useState(item);
  const [name, setName] = useState(item?.name ?? '');
  const [description, setDescription] = useState(item?.description ?? '');
  const [blank, setBlank] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  // Only on narrow screens, where an open form would push the list out of the window.
  const [open, setOpen] = useState(focused);
  const toggle = () => {
    flushSync(() => setOpen(!open));
    if (!open) nameField.current?.focus();
  };

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const isBlank = name.trim() === '';
    setBlank(isBlank);
    if (isBlank) return nameField.current?.focus();
    const stored = opened && (await readAll().catch(() => [])).find(({ id }) => id === opened.id);
    const fields = {
      name: stored && name === opened.name ? stored.name : name,
      description: stored && description === (opened.description ?? '') ? (stored.description ?? '') : description,
    };
    // A new file type has the id null. The call of a team has no such field.
    const saved: unknown = await run({ id: item?.id ?? null, ...fields });
    if (saved) onDone();
  };

  return (
    <Card as="form" className={styles.form} data-open={open} onSubmit={(event) => void save(event)}>
      <Title order={2}>{title}</Title>
      <button type="button" className={styles.toggle} aria-label={title} aria-expanded={open} onClick={toggle}>
        <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <TextInput
        ref={nameField}
        label={texts.name}
        value={name}
        readOnly={busy}
        onChange={(event) => setName(event.currentTarget.value)}
        error={blank ? texts.nameRequired : failure?.errors?.['name']?.[0]}
        maxLength={limits.name}
        autoComplete="off"
        autoFocus={focused}
        required
      />
      <Textarea
        label={texts.description}
        value={description}
        readOnly={busy}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={failure?.errors?.['description']?.[0]}
        placeholder={texts.optional}
        maxLength={limits.description}
        rows={limits.rows}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {item ? texts.update : texts.create}
        </Button>
        {item && (
          <Button variant="default" disabled={busy} onClick={onDone}>
            {shared.cancel}
          </Button>
        )}
      </Group>
    </Card>
  );
}
