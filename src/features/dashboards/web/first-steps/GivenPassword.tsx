import { Alert, Anchor } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { texts } from '#features/dashboards/first-steps.texts.ts';
import { ownPasswordQuery } from '#features/passwords/web/passwords.data.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { productModules } from '#shared/product-modules.ts';

/** Asks users with a password that another user set to choose their own, if their role may change it. */
export function GivenPassword() {
  const mayView = useMayView();
  const { data: own } = useQuery(ownPasswordQuery);
  if (!own?.given || !mayView(productModules.changePassword)) return null;
  return (
    <Alert
      role="status"
      color="container"
      icon={<IconKey size={18} stroke={1.75} aria-hidden="true" />}
      title={texts.givenTitle}
    >
      {texts.givenHint}{' '}
      <Anchor component={Link} to="/change-password" inherit fw={550}>
        {texts.changePassword}
      </Anchor>
    </Alert>
  );
}
