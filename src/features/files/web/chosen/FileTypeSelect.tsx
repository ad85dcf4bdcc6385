import { NativeSelect } from '@mantine/core';
import type { NativeSelectProps } from '@mantine/core';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';

type Props = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  types: readonly { id: number; name: string }[];
  type: number | undefined;
  onChoose: (type: number | undefined) => void;
};

/** Chooses a file type, or none. */
export function FileTypeSelect({ types, type, onChoose, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      value={type ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : Number(value))}
      {...(type === undefined && { 'data-untyped': true })}
    >
      <option value="">{texts.chooseType}</option>
      {types.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
