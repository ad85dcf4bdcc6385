import { escapeHtml } from '#shared/escape-html.ts';

// Pages have no scripts, so the server writes their moments in the time zone of the reader.

/** Returns the HTML of a moment, with its original text as the title, or a text that is no moment as it is. */
export function timeHtml(moment: string, original = moment): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return escapeHtml(original);
  return `<time datetime="${at.toISOString()}" title="${escapeHtml(original)}">${at.toUTCString()}</time>`;
}

const time = /(<time datetime="([\dTZ:.+-]{1,40})" title="[^"<>]*">)[^<]*/g;

/** Returns the page with its moments in this language and time zone. */
export function withTimesIn(page: string, language: string | undefined, timeZone: string): string {
  const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const format = new Intl.DateTimeFormat(language, { ...day, ...hour, timeZone });
  return page.replaceAll(time, (_, tag: string, moment: string) => {
    const at = new Date(moment);
    return `${tag}${Number.isNaN(at.getTime()) ? '' : escapeHtml(format.format(at))}`;
  });
}
