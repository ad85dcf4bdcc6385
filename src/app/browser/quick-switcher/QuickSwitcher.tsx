import { Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { searchDebounceMs } from '#shared/limits.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { useTargets } from './quick-switcher.data.ts';
import type { Target, TargetGroup } from './quick-switcher.data.ts';
import { texts } from './quick-switcher.texts.ts';
import { Shortcuts } from './Shortcuts.tsx';
import styles from './QuickSwitcher.module.css';

type Props = {
  opened: boolean;
  /** The content of the dialog. It stays while the dialog closes. */
  shows: 'search' | 'shortcuts';
  /** Returns what was typed before the field had the focus, once. */
  takeEarlyText: () => string;
  onClose: () => void;
};

/**
 * Goes to a container, a file, a person or a screen by a part of its name, or lists the keyboard shortcuts. See
 * docs/choices.md#quick-switcher.
 */
export function QuickSwitcher({ opened, shows, takeEarlyText, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={shows === 'search' ? texts.title : texts.shortcuts}
      centered={false}
      yOffset="12vh"
      size={shows === 'search' ? 'lg' : 'md'}
    >
      {shows === 'search' ? <Search takeEarlyText={takeEarlyText} onClose={onClose} /> : <Shortcuts />}
    </Dialog>
  );
}

/** The number of results by which each arrow key moves. */
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Search({ takeEarlyText, onClose }: Pick<Props, 'takeEarlyText' | 'onClose'>) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const { groups, isLoading } = useTargets(search);
  const targets = groups.flatMap((group) => group.targets);
  const [chosen, setChosen] = useState<string>();
  const active = targets.find(({ key }) => key === chosen) ?? targets[0];
  const listId = useId();
  const navigate = useNavigate();
  // Enter must not open a result of the previous text.
  const isSettled = search === typed.trim() && !isLoading;

  const go = ({ to }: Target) => {
    onClose();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter' && active && isSettled) go(active);
    if (event.key === 'Enter' || step !== undefined) event.preventDefault();
    if (step === undefined || !active) return;
    const index = (targets.indexOf(active) + step + targets.length) % targets.length;
    setChosen(targets[index]?.key);
    document
      .querySelector(`[data-target="${CSS.escape(targets[index]?.key ?? '')}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  };
  const message = targets.length > 0 ? texts.found(targets.length) : texts.nothing;

  return (
    <>
      <TextInput
        mt={4}
        role="combobox"
        aria-label={texts.label}
        aria-expanded={targets.length > 0}
        aria-controls={targets.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId} ${active.key}`.replaceAll(' ', '-')}
        placeholder={texts.label}
        description={texts.hint}
        value={typed}
        onFocus={() => setTyped(typed + takeEarlyText())}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
        autoComplete="off"
        data-autofocus
      />
      <VisuallyHidden role="status">{isSettled ? message : ''}</VisuallyHidden>
      {targets.length > 0 ? (
        <div role="listbox" id={listId} aria-label={texts.results} className={styles.list}>
          {groups.map((group) => (
            <Group key={group.title} {...{ group, listId, active, onPress: press }} onChoose={setChosen} onGo={go} />
          ))}
        </div>
      ) : (
        <Text mt="sm" px="xs" mih={36} fz="sm" c="dimmed" aria-hidden="true">
          {isSettled ? texts.nothing : ''}
        </Text>
      )}
    </>
  );
}

type GroupProps = {
  group: TargetGroup;
  listId: string;
  active: Target | undefined;
  onPress: (event: KeyboardEvent) => void;
  onChoose: (key: string) => void;
  onGo: (target: Target) => void;
};

function Group({ group: { title, targets }, listId, active, onPress, onChoose, onGo }: GroupProps) {
  return (
    <div role="group" aria-label={title}>
      <Text mt="xs" px="xs" fz="xs" fw={550} c="dimmed" aria-hidden="true">
        {title}
      </Text>
      {targets.map((target) => (
        // The search field keeps the focus.
        <div
          key={target.key}
          role="option"
          id={`${listId} ${target.key}`.replaceAll(' ', '-')}
          aria-selected={target.key === active?.key}
          tabIndex={-1}
          data-target={target.key}
          className={styles.target}
          onPointerMove={() => onChoose(target.key)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onGo(target)}
          onKeyDown={onPress}
        >
          <bdi>{target.name}</bdi>
          {target.note !== undefined && target.note !== target.name && <bdi>{target.note}</bdi>}
        </div>
      ))}
    </div>
  );
}
