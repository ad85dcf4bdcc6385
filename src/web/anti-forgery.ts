import { send } from './send.ts';

const cookieName = 'XSRF-TOKEN';
export const antiForgeryHeader = 'X-XSRF-TOKEN';

/** Before these calls the token is fetched even if a cookie exists. See docs/specification.md#anti-forgery-header. */
const primedAlways = /^\/api\/(login|upload|register|users|change-password|admin\/reset-password|containers)(\/|$)/;

/**
 * The token of the cookie that `GET /sanctum/csrf-cookie` set, decoded. See docs/specification.md#anti-forgery-header.
 */
export function antiForgeryToken(): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(cookieName.length + 1));
}

export const mustPrime = (path: string): boolean => antiForgeryToken() === undefined || primedAlways.test(path);

export async function prime(signal?: AbortSignal): Promise<void> {
  await send({ method: 'GET', url: '/sanctum/csrf-cookie' }, {}, signal && { signal });
}
