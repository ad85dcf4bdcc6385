import type { Container, ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { categoryLabels, eventText } from '#features/containers/core/containers.texts.ts';
import { freeTimeFields } from '#features/containers/core/free-time.rules.ts';
import { factsOf, personFacts } from '#features/containers/list/container-card.rules.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { csvLine } from '#server/http/table-answer.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import type { LinkedFile } from '../container-files.contract.ts';
import { linkTexts } from '../container-files.texts.ts';
import { addressOfPath, maxDossierEvents } from '../dossier.rules.ts';
import { dossierTexts as texts } from '../dossier.texts.ts';

export type DossierDocument = LinkedFile & { path: string; type: string; sha256: string };

export type Dossier = {
  brand: string;
  container: Container;
  /** The displayed status. */
  status: string;
  documents: readonly DossierDocument[];
  /** A sentence about each document that is left out because of its virus scan. */
  leftOut: readonly string[];
  /** Newest first. */
  events: readonly ContainerEvent[];
  hasOlderEvents: boolean;
  by: string;
  at: string;
};

/** Returns the event, its reason, and the documents of the entry as text. */
function textOf(event: ContainerEvent): string {
  const { what, new_value, reason, category } = event;
  const text = what === 'comment' ? (new_value ?? '') : eventText(event);
  const explanation = [...(reason ? [reason] : []), ...(category ? [categoryLabels[category]] : [])].join(' · ');
  const documents = (event.files ?? []).map(({ filename }) => filename);
  const whole = explanation === '' ? text : `${text}: ${explanation}`;
  return documents.length === 0 ? whole : `${whole}\n${texts.documents}: ${documents.join(', ')}`;
}

/** The index as CSV: a row for each document and each entry of the history. */
export function dossierCsv({ documents, leftOut, events }: Dossier): string {
  const { document, event } = texts.kinds;
  return [
    '\ufeff',
    csvLine(texts.csv),
    ...documents.map((file) =>
      csvLine([
        document,
        file.uploaded_at,
        file.user?.name ?? texts.unknown,
        file.filename,
        file.path,
        file.type,
        file.size,
        file.sha256,
      ]),
    ),
    ...leftOut.map((text) => csvLine([texts.kinds.hidden, '', '', text, '', '', null, ''])),
    ...events.map((one) => csvLine([event, one.happened_at, one.user_name, textOf(one), '', '', null, ''])),
  ].join('');
}

const style = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a2433; font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p { margin: .25rem 0; } .soft { color: #52617a; font-size: .9em; }
table { width: 100%; border-collapse: collapse; } th { font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid #d7dee8; overflow-wrap: break-word; }
th, td:nth-child(3) { white-space: nowrap; } td:first-child, code { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .5rem 1rem; margin: 0; }
dt { color: #52617a; font-size: .85em; } dd { margin: 0; overflow-wrap: anywhere; }
ol { margin: 0; padding: 0; list-style: none; } li { padding: .4rem 0; border-bottom: 1px solid #d7dee8; overflow-wrap: anywhere; }
li p { white-space: pre-line; } code { font-size: .75em; } a { color: #075985; }
@media print { body { margin: 0; font-size: 9pt; } }`;

/** The index as a page without scripts, which opens from the unpacked folder. Every text is escaped. */
export function dossierHtml(dossier: Dossier, zone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const { brand, container, status, documents, leftOut, events, hasOlderEvents, by, at } = dossier;
  const soft = (text: string) => `<p class="soft">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(texts.title(labelOf(container)))}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(container.name)}</h1>
<p>${escapeHtml(container.container_no)} · ${escapeHtml(status)}</p>
${soft(`${brand}. ${texts.created(formatDateTime(at), by, zone)}`)}
<h2>${texts.details}</h2>
<dl>${[...factsOf(container, facts), ...personFacts(container)]
    .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('')}</dl>
<h2>${texts.documents}</h2>
${documents.length > 0 ? documentTable(documents) : leftOut.length === 0 ? soft(texts.noDocuments) : ''}
${leftOut.map(soft).join('\n')}
<h2>${texts.timeline}</h2>
<ol>${events
    .map(
      (event) =>
        `<li><p>${escapeHtml(textOf(event))}</p>${soft(`${event.user_name} · ${formatDateTime(event.happened_at)}`)}</li>`,
    )
    .join('\n')}</ol>
${hasOlderEvents ? soft(texts.older(maxDossierEvents)) : ''}
</body>
</html>
`;
}

function documentTable(documents: readonly DossierDocument[]): string {
  const heading = Object.values(texts.columns).map((text) => `<th scope="col">${text}</th>`);
  const rows = documents.map((file) => {
    const uploaded = `${file.user?.name ?? texts.unknown}, ${formatDateTime(file.uploaded_at)}`;
    const cells = [file.type, formatSize(file.size), uploaded, linkTexts.how(file)];
    return `<tr><td><a href="./${addressOfPath(file.path)}">${escapeHtml(file.filename)}</a></td>${cells
      .map((cell) => `<td>${escapeHtml(cell)}</td>`)
      .join('')}<td><code>${escapeHtml(file.sha256)}</code></td></tr>`;
  });
  return `<table><thead><tr>${heading.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const facts = [
  ...(['pfi_date', 'ex_factory_date', 'etd', 'eta', 'atd', 'ata', ...freeTimeFields] as const),
  ...(['container_number', 'bl_number', 'booking_number', 'supplier_id', 'customer_id', 'carrier_id'] as const),
  ...(['vessel', 'voyage', 'goods', 'seal', 'assignee_id', 'team_id', 'pol', 'pod', 'packages', 'weight_kg'] as const),
];
