import { emailKey } from '#server/email-key.ts';
import { refusal } from '#server/refusal.ts';

/**
 * The minimum and maximum number of code points in a password. All characters are allowed. See
 * docs/choices.md#password-rules.
 */
const minLength = 8;
const maxLength = 1024;

const texts = {
  tooShort: `The password must have at least ${minLength} characters.`,
  tooLong: `The password may have at most ${maxLength} characters.`,
  common: 'This password is one of the first that an attacker tries. Choose a less common one.',
  isEmail: 'Your email address is not a good password. Choose another one.',
  differs: 'Passwords do not match',
};

type Code = 'password.too_short' | 'password.too_long' | 'password.common' | 'password.is_email';

/** Returns the reason why a user with this e-mail address may not have this password, if there is one. */
export async function findPasswordFault(
  password: string,
  email: string,
): Promise<{ code: Code; text: string } | undefined> {
  const length = Array.from(password).length;
  if (length < minLength) return { code: 'password.too_short', text: texts.tooShort };
  if (length > maxLength) return { code: 'password.too_long', text: texts.tooLong };
  if (emailKey(password) === emailKey(email)) return { code: 'password.is_email', text: texts.isEmail };
  if (await isCommon(password)) return { code: 'password.common', text: texts.common };
  return undefined;
}

type NewPassword = { password: string; confirmation: string; email: string };

/** Refuses with 422 a new password that breaks a rule or differs from its confirmation. */
export async function refusePoorPassword(field: string, { password, confirmation, email }: NewPassword): Promise<void> {
  const fault = await findPasswordFault(password, email);
  if (fault && fault.code !== 'password.common') throw refusal.invalid(fault.code, field, fault.text);
  if (password !== confirmation) throw refusal.invalid('password.mismatch', field, texts.differs);
  if (fault) throw refusal.invalid(fault.code, field, fault.text);
}

/**
 * Returns whether the password is one of the roughly 50,000 most common ones, in any letter case. The list is loaded on
 * first use.
 */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}
