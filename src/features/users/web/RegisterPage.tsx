import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { CreateUserForm } from './CreateUserForm.tsx';
import { UserFormLoading } from './UserFormLoading.tsx';

/** Creates a user or, with `?edit=`, edits one. See docs/specification.md#add-and-edit-users. */
export function RegisterPage({ EditUser }: { EditUser: ComponentType<{ idText: string }> }) {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  if (!edited) return <CreateUserForm />;
  return (
    <Suspense fallback={<UserFormLoading />}>
      <EditUser key={edited} idText={edited} />
    </Suspense>
  );
}
