import { escapeHtml } from '#shared/escape-html.ts';

/** A longer formula is shown as its source. Its elements would take too much of the page. */
const maxLetters = 5_000;

/** Returns a formula, which the office library gives as LaTeX, as MathML. */
export async function formulaHtml(latex: string, isBlock: boolean): Promise<string> {
  if (latex.length > maxLetters) return `<code>${escapeHtml(latex)}</code>`;
  const { default: temml } = await import('temml');
  return temml.renderToString(separated(latex), { displayMode: isBlock, throwOnError: false, maxExpand: 100 });
}

/** The commands that the library writes and that a letter may follow. */
const commands = [
  'frac sqrt operatorname overline underline underset overset bar vec dot hat begin end left right',
  'mathbb mathbf mathcal mathfrak mathsf mathtt mathrm sum prod coprod int iint iiint oint bigcup bigcap bigvee bigwedge',
  'pm mp times div cdot leq geq neq approx equiv in notin subset subseteq cup cap infty to Rightarrow Leftrightarrow',
  'forall exists partial nabla ldots langle rangle lfloor rfloor lceil rceil lVert rVert vert',
].flatMap((some) => some.split(' '));

/** Letters that the library escapes with commands of text, which a formula cannot have. */
const escapes: Record<string, string> = { textbackslash: 'backslash', textasciitilde: 'sim', textasciicircum: 'wedge' };

/** Separates commands from letters behind them. The library writes a fraction of two letters as '\fracab'. */
const separated = (latex: string): string =>
  latex.replaceAll(/\\([A-Za-z]+)/g, (whole, name: string) => {
    if (escapes[name] !== undefined) return `\\${escapes[name]} `;
    const known = commands.filter((command) => name.startsWith(command)).toSorted((a, b) => b.length - a.length)[0];
    return known === undefined || known === name ? whole : `\\${known} ${name.slice(known.length)}`;
  });
