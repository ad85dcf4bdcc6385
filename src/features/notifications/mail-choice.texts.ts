import type { NoticeChoice, NoticeEvent } from './notice-events.rules.ts';

/** Without a mail server. Our choice. */
export const mailTexts = {
  noMail: 'E-mail alerts are off: no mail server is set up.',
  noServer: 'No mail server is set up. Set SMTP_URL and MAIL_FROM on the server.',
  askAdministrator: 'Ask an administrator.',
  setMail: 'Set SMTP_URL and MAIL_FROM on the server.',
} as const;

/** The choices of a user. Our choice. */
export const choiceTexts = {
  open: 'Notification settings',
  title: 'Notification settings',
  loading: 'Loading your settings...',
  loadFailed: 'Your settings could not be loaded',
  saved: 'Setting saved',
  failed: 'Your setting could not be saved',
  hint: 'Mails come besides the bell. What happens within five minutes comes in one mail.',
  events: {
    files: 'New files in my teams',
    late: 'A container is late',
    changed: 'Containers are changed together or imported',
    received: 'A container is received',
    departed: 'A container has departed',
    assigned: 'A container is assigned to me',
    mentioned: 'A comment mentions me, or is on a container that I follow',
    followed: 'A container that I follow is late or its date moves',
    free_time: 'Free time of a container that I follow or am assigned to ends',
    papers_missing: 'Documents of a container that I follow or am assigned to are missing',
    account: 'My account',
  } satisfies Record<NoticeEvent, string>,
  choices: {
    never: 'Never',
    bell: 'Bell only',
    now: 'Mail at once',
    daily: 'Daily mail',
    weekly: 'Weekly mail',
  } satisfies Record<NoticeChoice, string>,
  hour: 'Daily and weekly at',
  hourOf: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
  zone: 'Time zone',
  weekly: 'Weekly mails come on Mondays.',
  mailsOnly: 'Choose mails or never: delays of followed containers are in the bell as those of every container.',
  unknownZone: 'Choose one of the time zones of the list.',
} as const;
