import { TextInput } from '@mantine/core';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { FormSection } from './FormSection.tsx';

type Person = { name: string; email: string };

type Props = {
  value: Person;
  onChange: (part: Partial<Person>) => void;
  errors: Record<string, string[]> | undefined;
};

export function PersonFields({ value, onChange, errors }: Props) {
  return (
    <FormSection title={ownTexts.person}>
      <TextInput
        label={texts.name}
        name="name"
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors?.['name']?.[0]}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        value={value.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={errors?.['email']?.[0]}
        autoComplete="off"
        required
        withAsterisk={false}
      />
    </FormSection>
  );
}
