import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The width of the quiet zone in modules. Source: ISO/IEC 18004. */
const quietZone = 4;

/** Dark on light in both colour schemes, because some scanners cannot read inverted codes. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string | undefined }) {
  const code = generate(text);
  const size = code.size + 2 * quietZone;
  return (
    <svg className={className} viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`} role="img" aria-label={label}>
      <rect x={-quietZone} y={-quietZone} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
