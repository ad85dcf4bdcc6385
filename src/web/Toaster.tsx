import { Notifications } from '@mantine/notifications';
import { toastClosesAfterMs } from '#shared/limits.ts';

/** Where toasts appear: at the top right, below the bar. Source: spec section 2. */
export function Toaster() {
  return <Notifications position="top-right" autoClose={toastClosesAfterMs} containerWidth={400} />;
}
