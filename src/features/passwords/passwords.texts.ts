/** Source: spec sections 2, 5 and 8 unless marked 'Our choice'. */
export const texts = {
  title: 'Password Management',
  changeTab: 'Change My Password',
  resetTab: 'Reset User Password',
  changed: 'Password changed successfully!',
  changeFailed: 'Operation failed.',
  reset: 'Password reset successfully!',
  resetFailed: 'Password reset failed.',
  chooseUser: 'Please select a user',
  mismatch: 'Passwords do not match',
  generate: 'Generate Password',
  adminAction: 'Admin Action',
  cannotBeUndone: 'This action cannot be undone.',
  loadUsersFailed: 'Failed to load users.',

  // Our choice: the specification shows no sentence for these.
  currentRequired: 'Enter your current password.',
  newRequired: 'Enter a new password.',
  confirmationRequired: 'Enter the new password a second time.',
  emailRequired: 'Enter your email address.',
  tooLongToRead: 'The password may have at most 1,024 characters.',
} as const;

/** What the server says. Our choice. */
export const answers = {
  wrongCurrent: 'The current password is not right.',
  unknownUser: 'This person does not exist any more.',
  aboveRank: 'You may only set the passwords of ordinary users.',
  linkSent:
    'If an account has this email address, a link to set a new password is on its way. It works once and for an hour.',
  administratorsTold:
    'The administrators have been told, if an account has this email address. Contact one of them; they can set a new password for you right away.',
  linkWorn: 'This link has been used already or is too old. Ask for a new one.',
  linkUsed: 'Your password is set. Sign in with it.',
} as const;

/** Notices. Our choice. */
export const notices = {
  resetTitle: 'Your password was reset',
  reset: (by: string) => `${by} set a new password for you. If you did not ask for it, talk to them.`,
  forgotTitle: 'Somebody forgot their password',
  forgot: (name: string, email: string) => `${name} (${email}) asks for a new password.`,
} as const;

/** The mail with the link. Our choice. */
export const mail = {
  subject: (brand: string) => `Set a new password for ${brand}`,
  text: ({ name, brand, link }: { name: string; brand: string; link: string }) =>
    [
      `Hello ${name},`,
      `somebody, probably you, asked to set a new password for your ${brand} account. Open this address within an hour:`,
      link,
      'It works once. If it was not you, do nothing; your password stays as it is.',
    ].join('\n\n'),
} as const;
