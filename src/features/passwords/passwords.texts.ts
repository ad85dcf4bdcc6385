import type { MailContent } from '#shared/mail-content.ts';
/** See docs/specification.md#password-forms and docs/specification.md#messages, unless marked 'Our choice'. */
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
} as const;

/** The other texts of the screens. Our choice. */
export const own = {
  subtitle: 'Your password, and where you are signed in.',
  current: 'Current Password',
  fresh: 'New Password',
  confirm: 'Confirm New Password',
  rules: 'At least 8 characters. A sentence of several words is easy to remember and hard to guess.',
  change: 'Change Password',
  reset: 'Reset Password',
  user: 'User',
  chooseUser: 'Select a user',
  userOption: ({ name, email, role }: { name: string; email: string; role: { role_name: string } }) =>
    `${name} (${email}), ${role.role_name}`,
  nobody: 'No users found',
  warning: (name: string) => `You are about to set a new password for ${name}. They are signed out everywhere.`,
  sessions: 'Where you are signed in',
  sessionsFailed: 'Your sessions could not be loaded',
  thisOne: 'This device',
  used: (address: string | null, at: string) => [address, `last used ${at}`].filter(Boolean).join(', '),
  end: 'Sign out',
  endNamed: (device: string) => `Sign out ${device}`,
  endOthers: 'Sign out all others',
  ended: 'Signed out there',
  othersEnded: 'Signed out everywhere else',
  endFailed: 'That session could not be ended.',
  forgotHint: 'Enter the email address of your account.',
  forgotSend: 'Ask for a new password',
  forgotFailed: 'Your request could not be sent.',
  confirmTitle: 'Confirm your password',
  confirmExplained: 'This action requires your password. The confirmation lasts ten minutes.',
  confirmPassword: 'Confirm',
  confirmFailed: 'Your password could not be confirmed.',
  newPasswordTitle: 'Set a new password',
  newPasswordSave: 'Save password',
} as const;

/** The messages of the server. Our choice. */
export const answers = {
  confirmed: 'Your password is confirmed.',
  unknownUser: 'This user does not exist any more.',
  aboveRank: 'You may only set the passwords of ordinary users.',
  linkSent:
    'If an account has this email address, a link to set a new password is on its way. It works once and for an hour.',
  administratorsNotified:
    'If an account has this email address, the administrators have been notified. Contact one of them. They can set a new password for you right away.',
  linkWorn: 'This link has been used or has expired. Request a new one.',
  linkUsed: 'Your password is set. Sign in with it.',
} as const;

/** Notices. Our choice. */
export const notices = {
  unknownUser: 'Not signed in',
  resetTitle: 'Your password was reset',
  reset: (by: string) => `${by} set a new password for you. If you did not ask for this, contact them.`,
  forgotTitle: 'Password request',
  forgot: (name: string, email: string) => `${name} (${email}) forgot their password and needs a new one.`,
} as const;

/** The mail with the link. Our choice. */
export const mail = {
  subject: (brand: string) => `Set a new password for ${brand}`,
  content: ({ name, brand, link }: { name: string; brand: string; link: string }): MailContent => ({
    parts: [
      `Hello ${name},`,
      `a new password was requested for your ${brand} account. To set it, open this address within an hour:`,
      { button: 'Set a new password', href: link },
      'It works once. If you did not request this, ignore this mail. Your password stays unchanged.',
    ],
  }),
} as const;
