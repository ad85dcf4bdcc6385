import { Anchor } from '@mantine/core';
import type { AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button that looks like a link. */
export function TextButton(props: AnchorProps & Omit<ComponentProps<'button'>, keyof AnchorProps | 'type'>) {
  return <Anchor component="button" type="button" fw={550} fz="sm" {...props} />;
}
