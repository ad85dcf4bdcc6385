/** Our choice throughout: the specification has no invitations. */
export const invitationTexts = {
  // The choice of the form.
  choice: 'Sign-in of the new user',
  byMail: 'Invite by mail',
  byLink: 'Invite by link',
  byHand: 'Set a password',
  byMailHint: 'The new user gets a mail with a link to choose a password. It works once, within seven days.',
  byLinkHint:
    'This server sends no mail. You see a link once, and hand it to the new user, who chooses a password with it. It works once, within seven days.',
  send: 'Send Invitation',
  createLink: 'Create Link',
  sent: 'User invited',

  // After an invitation.
  mailedNotice: (name: string) => `The invitation to ${name} is on its way.`,
  linkNotice: (name: string) => `Give ${name} this link to choose a password.`,
  handOver: 'It works once, within seven days, and is not shown again.',
  copyLink: 'Copy link',
  leaveTitle: 'Leave without the link?',
  leaveQuestion: 'The link of the invited user was not copied. It is not shown again.',

  // The list.
  listTitle: 'Open invitations',
  listHint: 'Users who have not chosen a password yet.',
  listFailed: 'The invitations could not be loaded',
  more: 'Show more invitations',
  moreFailed: 'The next invitations could not be loaded.',
  by: (name: string, at: string) => `Invited by ${name}, ${at}`,
  until: (at: string) => `The link works until ${at}.`,
  states: { queued: 'Being sent', not_sent: 'Not sent', open: 'Open', expired: 'Expired' },
  hints: {
    queued: 'The mail is on its way.',
    not_sent: 'The mail server did not accept the mail. Correct the email address, or send the invitation again.',
    expired: 'The link does not work any more. Send the invitation again.',
  },
  linkOf: (name: string) => `Link for ${name}`,
  again: 'Send again',
  againTo: (name: string) => `Send again: the invitation of ${name}`,
  againFailed: 'The invitation was not sent',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke the invitation of ${name}`,
  revoked: 'Invitation revoked',
  revokeFailed: 'The invitation was not revoked',
  revokeTitle: (name: string) => `Revoke the invitation of ${name}?`,
  revokeQuestion: 'The link stops working, and the unused account is deleted.',

  // The server.
  gone: 'This invitation was used or revoked already.',
  tooMany: (wait: string) => `This user was invited several times just now. Try again in ${wait}.`,
} as const;
