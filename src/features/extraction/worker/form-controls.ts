import { walkXml } from './xml-walk.ts';
import type { Attributes } from './xml-walk.ts';

const maxControls = 5000;

/** The controls of OpenDocument forms whose value a reader sees as text. Source: OpenDocument 1.3, part 3, 13.5. */
const fields = new Set(['text', 'textarea', 'formatted-text', 'number', 'date', 'time', 'combobox', 'file']);
const labelled = new Set(['checkbox', 'radio', 'button', 'fixed-text', 'frame', 'option', 'item']);

const valueOf = (attributes: Attributes): string => attributes['form:current-value'] ?? attributes['form:value'] ?? '';

/** Returns what the search finds of an element: the label or the value of a control, or a choice. */
export function controlText(name: string, attributes: Attributes): string {
  if (fields.has(name)) return valueOf(attributes);
  return labelled.has(name) ? (attributes['form:label'] ?? '') : '';
}

type Control = { text: string; isBox: boolean };

/** Returns the controls of a document by their ids, as they are shown. */
export function controlsIn(xml: string): Map<string, Control> {
  const controls = new Map<string, Control>();
  let list: Control | undefined;
  walkXml(xml, {
    open: (name, attributes) => {
      if (list && name === 'option' && isChosen(attributes)) list.text = attributes['form:label'] ?? '';
      const id = attributes['xml:id'] ?? attributes['form:id'];
      if (id === undefined || !(fields.has(name) || labelled.has(name) || name === 'listbox')) return;
      const isBox = fields.has(name) || name === 'listbox' || name === 'button';
      const control = { text: `${markOf(name, attributes)}${controlText(name, attributes)}`, isBox };
      if (name === 'listbox') list = control;
      controls.set(id, control);
    },
    close: (name) => {
      if (name === 'listbox') list = undefined;
    },
    isEnough: () => controls.size > maxControls,
  });
  return controls;
}

const isChosen = (attributes: Attributes): boolean =>
  (attributes['form:current-selected'] ?? attributes['form:selected']) === 'true';

function markOf(name: string, attributes: Attributes): string {
  if (name === 'checkbox')
    return (attributes['form:current-state'] ?? attributes['form:state']) === 'checked' ? '☑ ' : '☐ ';
  return name === 'radio' ? (isChosen(attributes) ? '◉ ' : '○ ') : '';
}
