import { managingRoles, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

/** What a generated password is made of: 75 letters, digits and symbols. Source: spec section 9. */
export const passwordLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()_+~';

/** Source: spec section 9. */
export const generatedLength = 12;

/** Twelve letters, each as likely as any other. */
export function generatePassword(): string {
  // Numbers from here on would make the first letters of the set likelier than the last.
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

/** Source: spec section 6, Passwords. */
export function mayResetPasswords(person: { role_id: number }): boolean {
  return managingRoles.some((role) => role === person.role_id);
}

type Person = { id: number; role_id: number };

/** Whose passwords somebody may set: role 1 everybody's, role 2 ordinary users'; their own is changed in the other form. */
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

/** 'Chrome on Windows', as far as the browser says what it is. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
