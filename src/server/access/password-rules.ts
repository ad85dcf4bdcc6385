import { refusal } from '../refusal.ts';

/** Code points a password has at least and at most; which ones does not matter. Source: decisions.md section 4. */
const shortest = 8;
const longest = 1024;

const texts = {
  tooShort: `The password must have at least ${shortest} characters.`,
  tooLong: () => `The password may have at most ${longest.toLocaleString('en-US')} characters.`,
  common: 'This password is one of the first that an attacker tries. Choose a less common one.',
  differs: 'Passwords do not match',
};

/** Refuses 422 a new password that is too short, too long, too common, or not what was typed the second time. */
export async function refusePoorPassword(field: string, password: string, confirmation: string): Promise<void> {
  const length = Array.from(password).length;
  if (length < shortest) throw refusal.invalid(field, texts.tooShort);
  if (length > longest) throw refusal.invalid(field, texts.tooLong());
  if (password !== confirmation) throw refusal.invalid(field, texts.differs);
  if (await isCommon(password)) throw refusal.invalid(field, texts.common);
}

/** Whether it is among the some fifty thousand most used ones, in any letter case; the list is loaded when first needed. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}
