import { escapeMarkup } from '../formats/markup.ts';
import { wavOf } from '../formats/wav.ts';
import { diceOfPaper } from './paper.ts';
import type { Paper } from './paper.ts';

/** The route of a voyage as a drawing. */
export function routeMap(paper: Paper): string {
  const dice = diceOfPaper(paper);
  const stops = [paper.supplier.port, ...(dice.roll() < 0.6 ? ['Algeciras'] : []), 'Antwerp', 'Rotterdam'];
  const points = stops.map((name, place) => ({
    name,
    x: 60 + (place * 520) / (stops.length - 1),
    y: 60 + dice.whole(0, 140),
  }));
  const path = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(0)} ${y}`).join(' ');
  const marks = points.map(
    ({ name, x, y }) =>
      `  <circle cx="${x.toFixed(0)}" cy="${y}" r="7" fill="#c2492f"/>\n  <text x="${x.toFixed(0)}" y="${y - 14}" text-anchor="middle">${escapeMarkup(name)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 280" font-family="sans-serif" font-size="14">
  <title>${escapeMarkup(`${paper.vessel}, ${paper.supplier.port} to Rotterdam`)}</title>
  <rect width="640" height="280" fill="#e6f0f5"/>
  <path d="${path}" fill="none" stroke="#22577a" stroke-width="3" stroke-dasharray="8 6"/>
${marks.join('\n')}
  <text x="20" y="262" fill="#4a5563">${escapeMarkup(`${paper.number} · ${paper.vessel} · ${paper.day}`)}</text>
</svg>
`;
}

/** The chime of the gate's intercom in place of a voice. */
export function voiceNote(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  const pitches = [392, 440, 523, 587, 659, 784];
  return wavOf(Array.from({ length: dice.whole(4, 12) }, () => ({ hertz: dice.pick(pitches), seconds: 0.45 })));
}
