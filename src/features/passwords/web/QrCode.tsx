import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Readers want this much light around, in modules. Source: ISO/IEC 18004. */
const quiet = 4;

/** Dark on light in either colour scheme: not every reader knows the other way round. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string | undefined }) {
  const code = generate(text);
  const size = code.size + 2 * quiet;
  return (
    <svg className={className} viewBox={`${-quiet} ${-quiet} ${size} ${size}`} role="img" aria-label={label}>
      <rect x={-quiet} y={-quiet} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
