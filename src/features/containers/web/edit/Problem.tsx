import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Why a change was not made, above the fields of its form. */
export function Problem({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <Alert
      role="alert"
      color="container"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />}
    >
      {children}
    </Alert>
  );
}
