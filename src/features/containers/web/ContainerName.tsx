import { splitAtNumbers } from '#features/papers/container-number.rules.ts';

/** The name of a container, whose number is not broken at its hyphen. */
export function ContainerName({ name }: { name: string }) {
  return (
    <bdi data-cut>
      {splitAtNumbers(name).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other key
        <span key={index} style={index % 2 === 1 ? { whiteSpace: 'nowrap' } : undefined}>
          {part}
        </span>
      ))}
    </bdi>
  );
}
