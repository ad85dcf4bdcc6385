import { cookieOf } from './cookie.ts';
import { send } from './send.ts';

export const antiForgeryHeader = 'X-XSRF-TOKEN';

/** Before these calls the token is fetched even if a cookie exists. See docs/specification.md#anti-forgery-header. */
const primedAlways = /^\/api\/(login|upload|register|users|change-password|admin\/reset-password|containers)(\/|$)/;

/**
 * The token of the cookie that `GET /sanctum/csrf-cookie` set, decoded. See docs/specification.md#anti-forgery-header.
 */
export function antiForgeryToken(): string | undefined {
  const token = cookieOf('XSRF-TOKEN');
  return token === undefined ? undefined : decodeURIComponent(token);
}

export const mustPrime = (path: string): boolean => antiForgeryToken() === undefined || primedAlways.test(path);

export async function prime(signal?: AbortSignal): Promise<void> {
  await send({ method: 'GET', url: '/sanctum/csrf-cookie' }, {}, signal && { signal });
}
