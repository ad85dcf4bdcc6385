import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { folderTexts as texts } from '#features/files/core/folders.texts.ts';
import { foldersQuery } from '../folders.data.ts';

type Props = { folder: string | undefined; onChange: (part: { folder: string | undefined }) => void };

/** Chooses the folder from which files came. Absent while no file has one. */
export function FolderFilter({ folder, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const { data: folders = [] } = useQuery(foldersQuery(typed?.trim() ?? ''));
  const listId = useId();
  if (folders.length === 0 && folder === undefined && typed === undefined) return null;
  const choose = (text: string) => {
    setTyped(undefined);
    if (text.trim() !== (folder ?? '')) onChange({ folder: text.trim() || undefined });
  };
  return (
    <>
      <TextInput
        label={texts.folder}
        placeholder={texts.allFolders}
        type="search"
        list={listId}
        autoComplete="off"
        value={typed ?? folder ?? ''}
        onChange={({ currentTarget: { value } }) => {
          // The browser reports a chosen suggestion, and the button that empties the field, like typed text.
          if (value === '' || folders.some((one) => one.folder === value)) choose(value);
          else setTyped(value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && typed !== undefined && choose(typed)}
        onBlur={() => typed !== undefined && choose(typed)}
      />
      <datalist id={listId}>
        {folders.map((one) => (
          <option key={one.folder} value={one.folder}>
            {texts.files(one.files)}
          </option>
        ))}
      </datalist>
    </>
  );
}
