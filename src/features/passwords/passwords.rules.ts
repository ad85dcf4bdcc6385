import { managingRoles, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

/**
 * The 75 characters of a generated password: letters, digits and symbols. See docs/specification.md#password-generator.
 */
export const passwordLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()_+~';

/** See docs/specification.md#password-generator. */
export const generatedLength = 12;

/** Returns twelve characters, each chosen with equal probability. */
export function generatePassword(): string {
  // Bytes from here on are rejected. They would make the first characters of the set more likely.
  const fair = 256 - (256 % passwordLetters.length);
  let password = '';
  while (password.length < generatedLength) {
    for (const number of crypto.getRandomValues(new Uint8Array(32))) {
      if (number < fair && password.length < generatedLength)
        password += passwordLetters[number % passwordLetters.length];
    }
  }
  return password;
}

/** See docs/specification.md#rights-on-the-screens. */
export function mayResetPasswords(person: { role_id: number }): boolean {
  return managingRoles.some((role) => role === person.role_id);
}

type Person = { id: number; role_id: number };

/** Returns the users whose passwords `self` may set: all others for role 1, ordinary users for role 2. */
export function resettableBy<P extends Person>(self: Person, people: readonly P[]): P[] {
  const isAdministrator = self.role_id === (roles.administrator satisfies RoleId);
  return people.filter((person) => person.id !== self.id && (isAdministrator || person.role_id === roles.user));
}

const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid/, 'Android'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X/, 'macOS'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bLinux/, 'Linux'],
];

/** Returns a name such as 'Chrome on Windows', as far as the user agent reveals it. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
