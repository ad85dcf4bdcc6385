/** Our choice throughout: the specification has no passkeys. */
export const texts = {
  title: 'Passkeys',
  explained: 'Sign in with a fingerprint, your face, the lock of your device, or a security key, without a password.',
  turnsOn: 'Two-factor sign-in turns on with it: your password alone is then not enough. You also get recovery codes.',
  none: 'You have no passkeys.',
  added: (on: string) => `Added ${on}`,
  used: (at: string) => `Last used ${at}`,
  unused: 'Never used',
  needsAddress: 'Passkeys need a secure address. An administrator sets it: PUBLIC_URL with https and a name.',
  otherAddress: (address: string) => `Passkeys work only at ${address}. Open that address to add one.`,
  unsupported: 'This browser does not support passkeys.',
  providerOnly: 'Your company signs you in by single sign-on, so passkeys are not used.',

  add: 'Add a passkey',
  name: 'Name of the passkey',
  nameHint: 'The device or the security key, so that you find it again.',
  create: 'Create passkey',
  isAdded: 'Passkey added',
  addFailed: 'The passkey was not added.',
  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  save: 'Save',
  renamed: 'Passkey renamed',
  renameFailed: 'The passkey was not renamed.',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke "${name}"?`,
  revokeQuestion: 'It no longer signs you in, and you are signed out everywhere else.',
  revokeLast: 'Two-factor sign-in turns off: your password alone is then enough.',
  revoked: 'Passkey revoked',
  revokeFailed: 'The passkey was not revoked.',

  // The login screen.
  signIn: 'Sign in with a passkey',
  signInFailed: 'The sign-in did not work. Try again.',
  notUsed: 'No passkey was used. Try again, or sign in another way.',
  notCreated: 'No passkey was created. Try again.',
  alreadyThere: 'This device already has a passkey of your account.',
} as const;

/** The messages of the server. */
export const refusals = {
  nameRequired: 'Enter a name for the passkey.',
  nameTooLong: 'The name is longer than 80 characters. Shorten it.',
  signIn: 'This passkey was not accepted. Try again, or sign in another way.',
  added: 'This passkey was not accepted. Begin again.',
  tooMany: 'You have 20 passkeys, the most that one user may have. Revoke one that you no longer use.',
  gone: 'This passkey does not exist any more.',
} as const;

/** The reasons in the audit log, for administrators. */
export const reasons = {
  challenge: 'The challenge is unknown, expired or used.',
  unknown: 'The passkey is unknown or revoked.',
  user: 'The user is suspended or deleted, or another one was expected.',
  provider: 'Only single sign-on signs this user in.',
  answer: (cause: string) => `The answer is not valid: ${cause}`,
  changed: 'The passkey was used or revoked at the same moment.',
} as const;

export const details = { byPasskey: (name: string) => `passkey ${name}` } as const;
