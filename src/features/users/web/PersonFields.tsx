import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { FormSection } from './FormSection.tsx';

type Props = { field: (name: 'name' | 'email') => object; nameRef?: RefObject<HTMLInputElement | null> };

export function PersonFields({ field, nameRef }: Props) {
  return (
    <FormSection title={ownTexts.person}>
      <TextInput ref={nameRef} label={texts.name} autoComplete="off" {...field('name')} />
      <TextInput label={texts.email} type="email" autoComplete="off" {...field('email')} />
    </FormSection>
  );
}
