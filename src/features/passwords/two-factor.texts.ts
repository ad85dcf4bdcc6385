/** Two-factor sign-in. Our choice throughout: it is not part of the specification. */
export const texts = {
  title: 'Two-factor sign-in',
  state: 'State of your account',
  on: 'On',
  off: 'Off',
  loadFailed: 'Two-factor sign-in could not be loaded',
  explained: 'You will sign in with your password and a code from an app, so a stolen password is not enough.',
  app: 'Codes of an app',
  since: (at: string, hasApp: boolean, hasPasskey: boolean) =>
    `Since ${at}, signing in requires ${[hasApp && 'a code from your app', hasPasskey && 'a passkey'].filter(Boolean).join(' or ')}.`,
  codesLeft: (left: number) =>
    left === 0
      ? 'You have no recovery codes left. Create new ones.'
      : `${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`,

  // Turning it on.
  setUp: 'Set up',
  setUpApp: 'Set up an app',
  requiredTitle: 'Protect your account',
  requiredHint: 'Your company requires two-factor sign-in for your role. Set it up to continue. It takes a minute.',
  next: 'Continue',
  beginFailed: 'The setup could not be started.',
  scan: 'Scan this with an authenticator app or your password manager.',
  qrCode: 'QR code for your app',
  byHand: 'Or type this key into the app:',
  copyKey: 'Copy key',
  openApp: 'Open in an app on this device',
  firstCode: 'Code from the app',
  firstCodeHint: 'Six digits, to check the setup.',
  turnOn: 'Turn on',
  turnedOn: 'Two-factor sign-in is on',
  turnOnFailed: 'Two-factor sign-in was not turned on.',

  // Recovery codes.
  codesTitle: 'Your recovery codes',
  codesHint:
    'Each of them replaces a code once, when you do not have your phone. Do not keep them on your phone. They are not shown again.',
  copyCodes: 'Copy',
  copied: 'Copied',
  saveCodes: 'Save as a file',
  codesKept: 'I have kept them',
  codesFile: (brand: string, email: string, codes: readonly string[]) =>
    [`Recovery codes of ${email} for ${brand}. Each of them works once.`, '', ...codes, ''].join('\n'),
  codesFileName: (brand: string) => `${brand} recovery codes.txt`,
  renew: 'New recovery codes',
  renewExplained: 'Your current recovery codes become invalid.',
  renewFailed: 'No new recovery codes were created.',

  // Turning it off.
  removeApp: 'Remove the app',
  removeAppExplained: 'Afterwards you sign in with a passkey. Your recovery codes stay.',
  appRemoved: 'The codes of the app are removed',
  removeAppFailed: 'The codes of the app were not removed.',
  turnOff: 'Turn off',
  turnOffExplained: 'Afterwards your password alone is enough to sign in.',
  turnOffRequired: 'Your company requires it, so you will have to set it up again.',
  turnedOff: 'Two-factor sign-in is off',
  turnOffFailed: 'Two-factor sign-in was not turned off.',
  code: 'Code from the app, or a recovery code',
} as const;

/** The messages of the server. */
export const answers = {
  onAlready: 'Two-factor sign-in is on already.',
  isOff: 'Two-factor sign-in is off.',
  noApp: 'No app is set up. Your second factor is a passkey.',
} as const;

/** Reasons for which a code is refused. */
export const codeFaults = {
  wrongCode: 'This code is wrong or already used. Wait for the next code and try again.',
  keyReplaced:
    'This code cannot be checked, because the key of this server was replaced. Ask an administrator to turn off two-factor sign-in for you, and set it up again.',
} as const;
