import { Skeleton } from '@mantine/core';
import { ownTexts } from '#features/users/users.texts.ts';
import { Loading } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';

/** The skeleton of rows while they load. */
export function UsersLoading({ rows = 6, label = ownTexts.loadingUsers }: { rows?: number; label?: string }) {
  return (
    <Loading label={label}>
      {[...Array(rows).keys()].map((row) => (
        <Row as="div" key={row}>
          <Skeleton height={34} width={34} circle />
          <Skeleton height={14} width={`${52 - ((row * 13) % 24)}%`} />
        </Row>
      ))}
    </Loading>
  );
}
