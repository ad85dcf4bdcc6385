import { Popover, Stack, Text, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { formText, formValuesOf, inputKindOf, takesReason } from '#features/containers/core/container-details.rules.ts';
import { fieldLabel, readableText } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { ContainerInput } from '../edit/ContainerInput.tsx';
import { useContainerHints } from '../edit/use-container-hints.ts';
import type { Entered } from './use-cell-saves.ts';
import styles from './cells.module.css';

/** How a cell is left: to the next one as by an arrow key, back to the table, or by a click elsewhere. */
export type Leave = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight' | 'stay' | undefined;

/** How a cell was opened: with its value, with that of a failed save, or by a letter that replaces it. */
export type Opening = { entered?: Entered | undefined; isTyped: boolean };

export type EditorProps = {
  container: Container;
  field: EditableField;
  opening: Opening;
  /** `seen`: the container when the cell was opened. */
  onSave: (seen: Container, entered: Entered, leave: Leave) => void;
  /** Leaves the cell without a change. */
  onLeave: (leave: Leave) => void;
};

/** The field of one cell. Enter and Tab save, and so does a click elsewhere; Escape leaves the cell as it was. */
export function CellEditor({ container, field, opening, onSave, onLeave }: EditorProps) {
  const [seen] = useState(container);
  const before = formText(seen, field);
  const [text, setText] = useState(opening.isTyped ? '' : (opening.entered?.text ?? before));
  const [shown, setShown] = useState<string>();
  const [reason, setReason] = useState(opening.entered?.reason ?? '');
  const [wrong, setWrong] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const hints = useContainerHints({ ...formValuesOf(container), [field]: text }, container.id);
  const asksReason = text !== '' && text !== before && takesReason(container, field);
  const label = cellTexts.edit(fieldLabel(field), container.name);
  useFocusInside(frame, !opening.isTyped);

  const finish = (action: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    action();
  };
  const save = (leave: Leave, value = text, name = shown) => {
    const problem = problemOf(frame.current, field, name ?? opening.entered?.shown ?? container.assignee_name);
    if (problem !== undefined && value === text) return setWrong(problem);
    finish(() => {
      if (value.trim() === before && !opening.entered) onLeave(leave);
      else
        onSave(
          seen,
          { text: value, shown: name ?? readableText(field, value), reason: asksReason ? reason : '' },
          leave,
        );
    });
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A suggestion takes the key, or a program that composes letters.
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const leave = leaveOfKey(event, field, opening.isTyped);
    if (event.key === 'Escape') finish(() => onLeave('stay'));
    else if (event.key === 'F2' && asksReason) reasonRef.current?.focus();
    else if (leave) save(leave);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Element && relatedTarget.closest('[data-cell-editor]') !== null;
    // Another window or tab takes the focus for a while only.
    if (!isInside && document.hasFocus()) save(undefined);
  };
  const note = wrong ?? hints[field];
  return (
    <div
      ref={frame}
      className={styles.editor}
      data-cell-editor
      data-kind={inputKindOf(field)}
      {...{ onKeyDown, onBlur }}
    >
      <Popover
        opened={note !== undefined || asksReason}
        position="bottom-start"
        trapFocus={false}
        returnFocus={false}
        withRoles={false}
      >
        <Popover.Target>
          <div>
            <ContainerInput
              {...{ container, field }}
              aria-label={label}
              size="xs"
              withinPortal
              value={text}
              onChange={(value, name) => {
                setText(value);
                setShown(name);
                setWrong(undefined);
              }}
              onChoose={(value, name) => save('ArrowDown', value, name)}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={label} data-cell-editor p="xs" maw={320}>
          <Stack gap="xs">
            {note !== undefined && (
              <Text fz="sm" role={wrong ? 'alert' : undefined}>
                {note}
              </Text>
            )}
            {asksReason && (
              <TextInput
                ref={reasonRef}
                size="xs"
                label={cellTexts.reason}
                value={reason}
                maxLength={2000}
                autoComplete="off"
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** The letter that has opened the cell reaches the field, because it gets the focus before the browser types it. */
function useFocusInside(frame: { current: HTMLElement | null }, selects: boolean): void {
  const begins = useRef(selects);
  useLayoutEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement>('input, select, textarea');
    input?.focus();
    if (begins.current && input?.matches('input, textarea')) input.select();
  }, [frame]);
}

function leaveOfKey({ key, shiftKey }: KeyboardEvent, field: EditableField, isTyped: boolean): Leave {
  const kind = inputKindOf(field);
  if (key === 'Enter') return kind === 'lines' && shiftKey ? undefined : shiftKey ? 'ArrowUp' : 'ArrowDown';
  if (key === 'Tab') return shiftKey ? 'ArrowLeft' : 'ArrowRight';
  // After a typed value, arrows go on. In a value that is corrected, they move between its letters.
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight';
  return isArrow && isTyped && !shiftKey && (kind === 'text' || kind === 'number') ? key : undefined;
}

/** A date of which a part is missing, and a name that is not in the list, have no value. */
function problemOf(frame: HTMLElement | null, field: EditableField, chosen: string | undefined): string | undefined {
  const input = frame?.querySelector('input');
  if (input?.validity.badInput) return inputKindOf(field) === 'date' ? cellTexts.incomplete : cellTexts.noNumber;
  const isUnknown = field === 'assignee_id' && input && input.value.trim() !== '' && input.value !== (chosen ?? '');
  return isUnknown ? cellTexts.choosePerson : undefined;
}
