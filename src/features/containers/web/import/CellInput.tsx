import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';

type Props = {
  label: string;
  field: ImportField;
  initial: string;
  onApply: (text: string) => void;
  onCancel: () => void;
};

/** The field for another text in a cell, which is read as a cell of the file. Enter applies it, and Escape cancels. */
export function CellInput({ label, field, initial, onApply, onCancel }: Props) {
  const [text, setText] = useState(initial);
  return (
    <Group
      component="form"
      gap="xs"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <TextInput
        aria-label={label}
        size="xs"
        placeholder={isDateField(field) ? texts.datePlaceholder : undefined}
        value={text}
        maxLength={1000}
        // The click on the button that shows the field asks for it.
        autoFocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" disabled={text.trim() === ''}>
        {texts.apply}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </Group>
  );
}
