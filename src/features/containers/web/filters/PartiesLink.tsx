import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { partyTexts } from '#features/containers/parties/container-parties.texts.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { managingRoles } from '#shared/access.ts';

/** The link to the names of suppliers, customers and carriers, for those who may change them. */
export function PartiesLink() {
  const { role_id } = useCurrentUser();
  if (!managingRoles.some((role) => role === role_id)) return null;
  return (
    <Anchor component={Link} to="/container-status/parties" size="sm">
      {partyTexts.link}
    </Anchor>
  );
}
