import { Box } from '@mantine/core';
import { locale } from '#shared/format.ts';

type Props = {
  /** Undefined while it loads, and after a failure. */
  value?: number | undefined;
  failed?: boolean;
};

/** A number, a dash after a failed load, or a grey bar of about the same size while it loads. */
export function Count({ value, failed = false }: Props) {
  if (value !== undefined) return value.toLocaleString(locale);
  return failed ? (
    '–'
  ) : (
    <Box component="span" display="inline-block" w="2.5ch" h="0.8em" bg="var(--line)" aria-hidden />
  );
}
