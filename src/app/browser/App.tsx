import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { PasswordAgain } from './PasswordAgain.tsx';
import { createRouter } from './router.tsx';

export function App() {
  const [router] = useState(createRouter);
  return (
    <PasswordAgain>
      <RouterProvider router={router} />
    </PasswordAgain>
  );
}
