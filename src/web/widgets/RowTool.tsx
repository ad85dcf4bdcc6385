import type { ComponentProps } from 'react';
import type { Icon } from './EmptyState.tsx';
import { rowAction } from './row-action.ts';

type Props = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  icon: Icon;
  label: string;
  /** The id of an element that names the item, if the label does not. */
  aboutId?: string;
  isDangerous?: boolean;
  /** The tool is then a link. */
  link?: ComponentProps<'a'>;
};

/** A button or a link of a row that is only an icon. */
export function RowTool({ icon: ShownIcon, label, aboutId, isDangerous = false, link, ...button }: Props) {
  const look = rowAction(label, aboutId);
  const icon = <ShownIcon size={18} stroke={1.7} aria-hidden="true" />;
  if (link)
    return (
      <a {...look} {...link}>
        {icon}
      </a>
    );
  return (
    <button {...look} type="button" data-danger={isDangerous || undefined} {...button}>
      {icon}
    </button>
  );
}
