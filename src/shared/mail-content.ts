/** A paragraph, a heading, a button, or what happened to one thing, whose title leads to it. */
export type MailPart =
  | string
  | { heading: string }
  | { button: string; href: string }
  | { title: string; lines: readonly string[]; href: string };

/** What a mail says, and in small print below it why the recipient gets it. */
export type MailContent = { parts: readonly MailPart[]; footer?: readonly MailPart[] };
