import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '#web/lazy-part.ts';
import { CreateUserForm } from './CreateUserForm.tsx';
import { UserFormLoading } from './UserFormLoading.tsx';

const EditUser = lazyPart(() => import('./EditUser.tsx').then((file) => file.EditUser));

/** Creates a user or, with `?edit=`, edits one. See docs/specification.md#add-and-edit-users. */
export function RegisterPage() {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  if (!edited) return <CreateUserForm />;
  return (
    <Suspense fallback={<UserFormLoading />}>
      <EditUser key={edited} idText={edited} />
    </Suspense>
  );
}
