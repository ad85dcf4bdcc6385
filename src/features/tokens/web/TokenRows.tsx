import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { formatDate, formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Row, RowButton, RowText } from '#web/widgets/Row.tsx';
import { tokensContract } from '../tokens.contract.ts';
import type { OwnedToken, Token } from '../tokens.contract.ts';
import { rightsOf, texts } from '../tokens.texts.ts';
import { staleTokenQueries } from './tokens.data.ts';

/** Tokens with their rights and last use, each with a button that revokes it. */
export function TokenRows({ tokens }: { tokens: readonly (Token | OwnedToken)[] }) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const { confirm, dialog } = useConfirm();
  const revocation = useAction(tokensContract.revoke, {
    done: texts.revoked,
    failed: texts.revokeFailed,
    refresh: staleTokenQueries,
  });
  const teamName = (id: number) => teams.find((team) => team.id === id)?.name ?? String(id);
  const revoke = async ({ id, name }: Token) => {
    const asked = { title: texts.revokeTitle(name), question: texts.revokeQuestion, action: texts.revoke };
    if (await confirm(asked)) await revocation.run({ id });
  };

  return (
    <>
      <Box component="ul" m={0} mx="-sm" p={0}>
        {tokens.map((token) => (
          <Row key={token.id}>
            <RowText
              name={token.name}
              lines={[
                'user' in token ? texts.ownedBy(token.user.name, rightsOf(token, teamName)) : rightsOf(token, teamName),
                `${lastUseOf(token)}, ${texts.expires(formatDate(token.expires_at))}`,
              ]}
            />
            <RowButton name={texts.revokeNamed(token.name)} onClick={() => void revoke(token)}>
              {texts.revoke}
            </RowButton>
          </Row>
        ))}
      </Box>
      {dialog}
    </>
  );
}

const lastUseOf = ({ last_used_at, last_address }: Token) =>
  last_used_at === null ? texts.unused : texts.used(formatDateTime(last_used_at), last_address);
