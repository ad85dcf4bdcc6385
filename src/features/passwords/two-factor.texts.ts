/** Signing in with a code as well. Our choice throughout: the specification does not know it. */
export const texts = {
  title: 'Two-factor sign-in',
  on: 'On',
  off: 'Off',
  loadFailed: 'Two-factor sign-in could not be loaded.',
  explained:
    'Besides your password, signing in asks for a code that an app on your phone makes. A stolen password is not enough then.',
  since: (at: string) => `Since ${at}, signing in asks for a code of your app.`,
  codesLeft: (left: number) =>
    left === 0
      ? 'You have no recovery code left. Make new ones.'
      : `${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`,

  // Turning it on.
  setUp: 'Set up',
  requiredTitle: 'Protect your account',
  requiredHint:
    'Your company asks everybody in your position to sign in with a code as well. It takes a minute; everything else opens after it.',
  next: 'Continue',
  beginFailed: 'The setup could not be begun.',
  scan: 'Scan this with an app for codes, such as the one of your password manager.',
  qrCode: 'QR code for your app',
  byHand: 'Or type this key into the app:',
  copyKey: 'Copy key',
  openApp: 'Open in an app on this device',
  firstCode: 'Code from the app',
  firstCodeHint: 'Six digits, to see that it works.',
  turnOn: 'Turn on',
  turnedOn: 'Two-factor sign-in is on',
  turnOnFailed: 'Two-factor sign-in was not turned on.',

  // Recovery codes.
  codesTitle: 'Your recovery codes',
  codesHint:
    'Each of them signs you in once, in place of a code, when you do not have your phone. Keep them somewhere else than on it. They are not shown again.',
  copyCodes: 'Copy',
  copied: 'Copied',
  saveCodes: 'Save as a file',
  codesKept: 'I have kept them',
  codesFile: (brand: string, email: string, codes: readonly string[]) =>
    [`Recovery codes of ${email} for ${brand}. Each of them is good once.`, '', ...codes, ''].join('\n'),
  codesFileName: (brand: string) => `${brand} recovery codes.txt`,
  renew: 'New recovery codes',
  renewExplained: 'The ones you have now are worth nothing after this.',
  renewFailed: 'No new recovery codes were made.',

  // Turning it off.
  turnOff: 'Turn off',
  turnOffExplained: 'Your password alone signs you in then, and whoever knows it.',
  turnOffRequired: 'Your company asks for it, so you will be led to set it up again.',
  turnedOff: 'Two-factor sign-in is off',
  turnOffFailed: 'Two-factor sign-in was not turned off.',
  code: 'Code from the app, or a recovery code',
} as const;

/** What the server says. */
export const answers = {
  onAlready: 'Two-factor sign-in is on already.',
  isOff: 'Two-factor sign-in is off.',
} as const;
