import { useSearchParams } from 'react-router';
import { CreateUserForm } from './CreateUserForm.tsx';
import { EditUser } from './EditUser.tsx';

/** Creates a user or, with `?edit=`, edits one. See docs/specification.md#add-and-edit-users. */
export function RegisterPage() {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  return edited ? <EditUser key={edited} idText={edited} /> : <CreateUserForm />;
}
