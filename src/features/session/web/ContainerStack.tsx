/** A drawing of stacked containers on a quay. Decoration only. */
export function ContainerStack({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 480 360" aria-hidden="true" preserveAspectRatio="xMidYMax meet">
      {crates.map(([x, y, width, fill]) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
          <rect width={width} height={52} rx={4} fill={fill} />
          {ribs(width).map((rib) => (
            <rect key={rib} x={rib} y={9} width={3} height={34} rx={1.5} fill="#071a2b" opacity={0.22} />
          ))}
        </g>
      ))}
      <rect y={350} width={480} height={3} rx={1.5} fill="#2b5f86" />
    </svg>
  );
}

const teal = '#1f86ad';
const ink = '#1d4a6d';
const pale = '#a9cfe2';
const orange = '#e9702a';

/** x, y, width, colour */
const crates: [number, number, number, string][] = [
  [20, 294, 136, ink],
  [164, 294, 136, teal],
  [308, 294, 148, ink],
  [20, 236, 64, pale],
  [92, 236, 136, teal],
  [236, 236, 136, ink],
  [164, 178, 136, orange],
  [308, 178, 64, pale],
  [92, 178, 64, ink],
  [164, 120, 64, teal],
  [236, 120, 136, ink],
  [236, 62, 64, pale],
];

const ribs = (width: number): number[] => [...Array(Math.floor((width - 16) / 12)).keys()].map((rib) => 11 + rib * 12);
