import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { partyTexts } from '#features/containers/parties/container-parties.texts.ts';
import { useIsManaging } from '#features/session/web/session.data.ts';

/** The link to the names of suppliers, customers and carriers, for those who may change them. */
export function PartiesLink() {
  if (!useIsManaging()) return null;
  return (
    <Anchor component={Link} to="/container-status/parties" size="sm">
      {partyTexts.link}
    </Anchor>
  );
}
