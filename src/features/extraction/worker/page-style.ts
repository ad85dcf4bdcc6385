/** Pages are white in every colour scheme, like paper. The viewer behind them is dark. */
export const pageStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 820px; padding: 40px clamp(18px, 6vw, 64px) 56px; color: #15212f; background: #fff;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { margin: 1.3em 0 .45em; line-height: 1.25; }
h1 { font-size: 1.7em; } h2 { font-size: 1.35em; } h3 { font-size: 1.15em; }
body > :first-child { margin-top: 0; }
p { margin: 0 0 .7em; }
p:empty, p:has(> br:only-child) { margin: 0; line-height: .6; }
img { max-width: 100%; height: auto; vertical-align: middle; }
a { color: #0a6689; }
ul, ol { padding-inline-start: 1.6em; } :is(ul, ol):has(> [dir='rtl']) { direction: rtl; }
pre { margin: 0; font: inherit; white-space: pre-wrap; }
blockquote { margin: .7em 0; padding-inline-start: 1em; border-inline-start: 3px solid #dde4eb; }
table { max-width: 100%; margin: .8em 0; border-collapse: collapse; }
td, th { padding: 5px 9px; border: 1px solid #c8d2dc; text-align: start; vertical-align: top; }
td p, th p { margin: 0; }
caption { padding: 4px 0; font-weight: 600; text-align: start; }
.lost, .note { color: #55657a; }
.lost { display: inline-block; padding: 3px 8px; border: 1px dashed #8492a4; border-radius: 5px; font-size: 13px; }
.note { font-size: 14px; }
ins { color: #17623a; background: #e6f5ec; text-decoration: underline; }
del { color: #a3202b; background: #fdeced; text-decoration: line-through; }
.comment { color: #7a4a00; }
.control { display: inline-block; min-width: 5em; padding: 0 7px; border: 1px solid #8492a4; border-radius: 4px; }
.band { margin: 0 0 1.6em; padding: 0 0 .6em; color: #55657a; border-bottom: 1px solid #dde4eb; font-size: 14px; }
* + .band { margin: 1.6em 0 0; padding: .6em 0 0; border: 0; border-top: 1px solid #dde4eb; }
math[display='block'] { margin: .7em 0; overflow-x: auto; }
menclose[notation='top'] { border-top: 1px solid; }
section > div > p { margin: 0 0 .4em; font-size: 14px; }
body.xlsx, body.xls, body.ods { max-width: none; width: max-content; min-width: 100%; padding: 22px; font-size: 14px; }
.sheet h2 { margin: 0 0 8px; font-size: 16px; }
.sheet + .sheet { margin-top: 30px; }
.sheet table { max-width: none; font-variant-numeric: tabular-nums; }
.sheet td { max-width: 360px; white-space: pre-wrap; }
.sheet figure { margin: 14px 0 0; text-align: start; } .sheet img { max-width: 640px; }
.notes { margin-top: 10px; } .notes p { max-width: 640px; margin: 0 0 4px; }
.sheet .number { text-align: end; white-space: nowrap; }
.sheet .head, .sheet .row { color: #55657a; background: #f4f6f9; font-weight: 500; text-align: center; }
body.pptx, body.ppt, body.odp { max-width: 900px; padding-inline: clamp(12px, 4vw, 40px); background: #e9eef3; counter-reset: slide; }
.slide { position: relative; min-height: 240px; margin: 0 0 22px; padding: 44px clamp(18px, 5vw, 56px) 28px; background: #fff;
  border: 1px solid #dde4eb; border-radius: 8px; counter-increment: slide; }
.slide::before { position: absolute; top: 12px; inset-inline-end: 16px; color: #55657a; font-size: 13px; content: counter(slide); }
.slide > :first-child { margin-top: 0; }
body.eml h1, body.msg h1 { font-size: 1.35em; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 14px; margin: 0 0 22px; padding-bottom: 16px;
  border-bottom: 1px solid #dde4eb; font-size: 14px; }
dt { color: #55657a; } dd { margin: 0; white-space: pre-line; }
.card h2 { margin: 0 0 .5em; }
body.svg { max-width: 1000px; padding: 22px; text-align: center; }
body.zip, body.tar, body.gzip { padding-top: 22px; font-size: 14px; }
.entries { width: 100%; } .entries .number { color: #55657a; text-align: end; white-space: nowrap; }
body.pictures { max-width: 1000px; padding: 22px clamp(12px, 3vw, 32px); background: #e9eef3; text-align: center; }
figure { margin: 0 0 22px; } figcaption { padding-top: 6px; color: #55657a; font-size: 13px; }
body.pictures img { border: 1px solid #dde4eb; background: #fff; }
.files { padding: 0; list-style: none; } .files li { display: inline-block; margin: 0 8px 8px 0; padding: 5px 11px; background: #f4f6f9;
  border: 1px solid #dde4eb; border-radius: 6px; font-size: 14px; }
h2:has(+ .files) { margin-top: 26px; padding-top: 16px; border-top: 1px solid #dde4eb; font-size: 14px; }
`;
