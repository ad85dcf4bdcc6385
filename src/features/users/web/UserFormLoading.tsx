import { Skeleton } from '@mantine/core';
import { ownTexts } from '#features/users/users.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import styles from './UserForm.module.css';

/** The skeleton of the form while the user loads. */
export function UserFormLoading() {
  return (
    <Loading label={ownTexts.loadingUser}>
      <Card>
        {[0, 1, 2].map((field) => (
          <div key={field} className={styles.section}>
            <Skeleton height={14} width={110} mb={10} />
            <LoadingBox height={36} />
          </div>
        ))}
      </Card>
    </Loading>
  );
}
