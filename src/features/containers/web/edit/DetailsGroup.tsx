import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { changedDetails } from '#features/containers/core/container-details.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { MoreDetails } from './MoreDetails.tsx';
import type { DetailsProps } from './MoreDetails.tsx';

/** The optional fields under a heading that opens and closes them. Filled ones are in sight at first. */
export function DetailsGroup(props: DetailsProps) {
  const filled = Object.values(props.values).filter((value) => value !== '').length;
  const [isOpen, setOpen] = useState(filled > 0);
  // A conflict about a hidden field would be overwritten unseen.
  const conflicts = props.stored !== undefined && changedDetails(props.values, props.stored).length > 0;
  const open = isOpen || conflicts;
  const bodyId = useId();
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <UnstyledButton
        w="100%"
        mih={44}
        fz="sm"
        fw={550}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={16} stroke={2} aria-hidden="true" /> {ownTexts.moreDetails}{' '}
        {filled > 0 && (
          <Text span inherit c="dimmed" fw={400}>
            {ownTexts.filledDetails(filled)}
          </Text>
        )}
      </UnstyledButton>
      <div id={bodyId} hidden={!open}>
        {open && <MoreDetails {...props} />}
      </div>
    </div>
  );
}
