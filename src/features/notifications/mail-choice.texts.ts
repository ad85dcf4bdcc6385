/** The choice on the page of notifications. Our choice. */
export const mailTexts = {
  label: 'Mail me when a container that I follow is late or its date moves',
  hint: 'Follow a container on its page. Several changes within five minutes come in one mail.',
  noMail: 'Stowage cannot mail you when a container that you follow is late, because no mail server is set.',
  askAdministrator: 'Ask an administrator.',
  setMail: 'Set SMTP_URL and MAIL_FROM on the server.',
  failed: 'Your choice could not be saved',
} as const;
