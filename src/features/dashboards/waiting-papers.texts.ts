import { locale } from '#shared/format.ts';
/** Our choice throughout. */
export const waitingTexts = {
  title: 'Waiting papers',
  hint: 'Files with a container number that no container has',
  moreThan: (count: number) => `${count.toLocaleString(locale)}+`,
} as const;
