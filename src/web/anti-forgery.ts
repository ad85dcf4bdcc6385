import { send } from './send.ts';

const cookieName = 'XSRF-TOKEN';
export const antiForgeryHeader = 'X-XSRF-TOKEN';

/** Calls that are primed even when there is a cookie. Source: spec section 7. */
const primedAlways = /^\/api\/(login|upload|register|users|change-password|admin\/reset-password|containers)(\/|$)/;

/** The token that GET /sanctum/csrf-cookie left, decoded. Source: spec section 7. */
export function antiForgeryToken(): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(cookieName.length + 1));
}

export const mustPrime = (path: string): boolean => antiForgeryToken() === undefined || primedAlways.test(path);

export async function prime(signal?: AbortSignal): Promise<void> {
  await send({ method: 'GET', url: '/sanctum/csrf-cookie' }, {}, signal && { signal });
}
