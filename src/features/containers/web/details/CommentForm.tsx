import { Button, Combobox, Stack, Textarea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import {
  firstWord,
  insertMention,
  mentionBeing,
  mentionedIds,
  personNamed,
  typedMentions,
} from '#features/containers/work/mentions.rules.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { useAction } from '#web/use-action.ts';
import { commentFieldId, useContainersPage } from '../containers-page.context.ts';
import { useContainerChanged } from '../containers.data.ts';
import { peopleQuery } from '../parties.data.ts';
import styles from './ContainerView.module.css';

type Person = { id: number; name: string };
type Draft = { text: string; chosen: Person[]; fileIds: number[] };

/** The comments that were begun, by container. In memory only: the next user of the browser must not see them. */
const drafts = new Map<number, Draft>();

/** Writes a comment. A text that was begun is still there when the user returns to the container. '@' and a part of a name suggest people; the comment notifies those whose names it has. */
export function CommentForm({ id }: { id: number }) {
  const [draft] = useState(() => drafts.get(id));
  const [text, setText] = useState(draft?.text ?? '');
  const [begun, setBegun] = useState<string>();
  const [chosen, setChosen] = useState<Person[]>(draft?.chosen ?? []);
  const [fileIds, setFileIds] = useState<number[]>(draft?.fileIds ?? []);
  useEffect(() => {
    if (text.trim() === '' && fileIds.length === 0) drafts.delete(id);
    else drafts.set(id, { text, chosen, fileIds });
  }, [id, text, chosen, fileIds]);
  // A new key closes the field of the documents after the comment, because the field is mounted again.
  const [sent, setSent] = useState(0);
  const [isFinding, setIsFinding] = useState(false);
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const suggestions = useCombobox();
  const [search] = useDebouncedValue(begun?.trim() ?? '', searchDebounceMs);
  const { data: people = [], isPlaceholderData } = useQuery({ ...peopleQuery(search), enabled: begun !== undefined });
  // Only the people for the text at hand: Enter must not choose one of the previous text.
  const isOpen = begun?.trim() === search && !isPlaceholderData && people.length > 0;
  const { selectFirstOption } = suggestions;
  useEffect(() => {
    if (isOpen) selectFirstOption();
  }, [isOpen, selectFirstOption]);
  const add = useAction(containerWorkContract.comment, { done: pageTexts.commented, failed: pageTexts.commentFailed });
  const onChanged = useContainerChanged();
  const { slots } = useContainersPage();
  const isSending = isFinding || add.busy;

  const type = (value: string, cursor: number) => {
    setText(value);
    setBegun(mentionBeing(value.slice(0, cursor)));
  };
  const mention = (personId: string) => {
    const person = people.find((one) => String(one.id) === personId);
    if (!person) return;
    const changed = insertMention(text, field.current?.selectionStart ?? text.length, person.name);
    setText(changed.text);
    setBegun(undefined);
    setChosen([...chosen, person]);
    requestAnimationFrame(() => field.current?.setSelectionRange(changed.cursor, changed.cursor));
  };
  /** Returns the ids of the people whose names were typed and not chosen. */
  const findTyped = async (): Promise<number[]> => {
    const named = typedMentions(text, chosen).map(async (typed) => {
      const people = await client.fetchQuery(peopleQuery(firstWord(typed)));
      return personNamed(typed, people);
    });
    // If the names cannot be looked up, the comment is sent without these mentions.
    const people = await Promise.all(named).catch(() => []);
    return people.flatMap((person) => (person ? [person.id] : []));
  };
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || text.trim() === '') return field.current?.focus();
    setIsFinding(true);
    const typed = await findTyped();
    setIsFinding(false);
    const mentions = [...new Set([...mentionedIds(text, chosen), ...typed])];
    const saved = await add.run({ id, text, mentions, file_ids: fileIds });
    if (!saved) return;
    setText('');
    setChosen([]);
    setFileIds([]);
    setSent(sent + 1);
    await onChanged();
  };

  return (
    <form className={styles.onScreen} onSubmit={(event) => void send(event)}>
      <Stack gap="xs" mb="md">
        <Combobox
          store={{ ...suggestions, dropdownOpened: isOpen }}
          onOptionSubmit={mention}
          onClose={() => setBegun(undefined)}
          withinPortal={false}
          position="bottom-start"
        >
          <Combobox.Target withKeyboardNavigation={isOpen}>
            <Textarea
              ref={field}
              id={commentFieldId}
              label={pageTexts.comment}
              description={pageTexts.commentHint}
              value={text}
              onChange={({ currentTarget: { value, selectionStart } }) => type(value, selectionStart)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setBegun(undefined);
              }}
              onBlur={() => setBegun(undefined)}
              error={add.failure?.errors?.['text']?.[0]}
              maxLength={2000}
              // What is typed meanwhile would be removed with the text that was sent.
              readOnly={isSending}
              autosize
              minRows={2}
              maxRows={8}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={!isOpen}>
            <Combobox.Options aria-label={pageTexts.mention}>
              {people.map((person) => (
                <Combobox.Option key={person.id} value={String(person.id)}>
                  <bdi>{person.name}</bdi>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        <slots.EvidenceField
          key={sent}
          containerId={id}
          chosen={fileIds}
          onChange={setFileIds}
          startsOpen={sent === 0 && draft !== undefined && draft.fileIds.length > 0}
        />
        <Button type="submit" size="compact-md" loading={isSending} style={{ alignSelf: 'end' }}>
          {pageTexts.send}
        </Button>
      </Stack>
    </form>
  );
}
