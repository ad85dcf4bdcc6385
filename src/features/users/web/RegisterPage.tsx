import { useSearchParams } from 'react-router';
import { CreateUserForm } from './CreateUserForm.tsx';
import { EditUser } from './EditUser.tsx';

/** Adds a user or, with `?edit=`, changes one. Source: spec section 2, Add/Edit User. */
export function RegisterPage() {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  return edited ? <EditUser key={edited} idText={edited} /> : <CreateUserForm />;
}
