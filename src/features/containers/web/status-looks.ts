import { IconAlertTriangle, IconClockHour4, IconPackageImport, IconShip } from '@tabler/icons-react';
import type { DisplayedStatus } from '#features/containers/containers.rules.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';

/** Colour and picture of a state; neither says more than the word beside it. */
export const statusIcons: Record<DisplayedStatus, Icon> = {
  'Not Received': IconClockHour4,
  Received: IconPackageImport,
  Departed: IconShip,
  Delayed: IconAlertTriangle,
};

export const statusTones: Record<DisplayedStatus, string> = {
  'Not Received': 'primary',
  Received: 'success',
  Departed: 'neutral',
  Delayed: 'danger',
};
