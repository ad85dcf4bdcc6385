import { IconAlertTriangle, IconClockHour4, IconPackageImport, IconShip } from '@tabler/icons-react';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';

/** Icon and colour of each state. The text beside them has the same information. */
export const statusIcons: Record<DisplayedStatus, Icon> = {
  'Not Received': IconClockHour4,
  Received: IconPackageImport,
  Departed: IconShip,
  Delayed: IconAlertTriangle,
};

export const statusTones: Record<DisplayedStatus, Tone> = {
  'Not Received': 'primary',
  Received: 'success',
  Departed: 'neutral',
  Delayed: 'danger',
};
