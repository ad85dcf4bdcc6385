import { Button, Group, TextInput, Textarea, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Failure } from '#shared/failure.ts';
import { texts as shared } from '#shared/texts.ts';
import { Card } from './Card.tsx';
import styles from './NamedItems.module.css';

export type NamedItem = { id: number; name: string; description: string | null };

type Fields = { name: string; description: string };

type Props = {
  title: string;
  /** The item to change. If undefined, the form creates one. */
  item: NamedItem | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  texts: { name: string; description: string; optional: string; nameRequired: string; create: string; update: string };
  maxNameLength: number;
  maxDescriptionLength: number;
  rows: number;
  busy: boolean;
  failure: Failure | undefined;
  /** Reads the item as stored now, so that a field that another user has changed and this form has not keeps its value. */
  readStored: (id: number) => Promise<NamedItem | undefined>;
  /** Resolves to undefined if saving failed. */
  onSave: (fields: Fields) => Promise<object | undefined>;
  /** Called after saving or cancelling. */
  onDone: () => void;
};

/** Creates or changes an item that has a name and a description: a team or a file type. */
export function NamedItemForm(props: Props) {
  const { title, item, focused, texts, maxNameLength, maxDescriptionLength, rows, busy, failure } = props;
  const { readStored, onSave, onDone } = props;
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
    const stored = opened && (await readStored(opened.id));
    const fields = {
      name: stored && name === opened.name ? stored.name : name,
      description: stored && description === (opened.description ?? '') ? (stored.description ?? '') : description,
    };
    if (await onSave(fields)) onDone();
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
        maxLength={maxNameLength}
        autoComplete="off"
        autoFocus={focused}
        required
        withAsterisk={false}
      />
      <Textarea
        label={texts.description}
        value={description}
        readOnly={busy}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={failure?.errors?.['description']?.[0]}
        placeholder={texts.optional}
        maxLength={maxDescriptionLength}
        rows={rows}
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
