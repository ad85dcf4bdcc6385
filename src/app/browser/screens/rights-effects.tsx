import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { lazyPart } from '#web/lazy-part.ts';

const load = () => import('#features/visibility/web/Effects.tsx');

/** The form around the part stays on screen while its code is loaded. */
const inPlace =
  <P extends object>(Part: ComponentType<P>) =>
  (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );

export const UserEffect = inPlace(lazyPart(() => load().then((file) => file.UserEffect)));
export const MatrixEffect = inPlace(lazyPart(() => load().then((file) => file.MatrixEffect)));
