import { Select } from '@mantine/core';
import { texts } from '../texts.ts';

type Props = {
  label: string;
  placeholder: string;
  choices: readonly { id: number; label: string }[];
  nothingFound: string;
  isLoading: boolean;
  typed: string;
  onType: (text: string) => void;
  onChoose: (id: number) => void;
};

/** Chooses one of the rows that the server has found for the typed text. */
export function ChoiceSelect(props: Props) {
  const { label, placeholder, choices, nothingFound, isLoading, typed, onType, onChoose } = props;
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={choices.map((choice) => ({ value: String(choice.id), label: choice.label }))}
      value={null}
      searchValue={typed}
      onSearchChange={onType}
      onChange={(id) => id !== null && onChoose(Number(id))}
      filter={({ options }) => options}
      searchable
      nothingFoundMessage={isLoading ? texts.loading : nothingFound}
      maxDropdownHeight={240}
    />
  );
}
