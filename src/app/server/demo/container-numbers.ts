import { checkDigit } from '#features/containers/containers.rules.ts';

// Owner codes that nobody has registered; the last sign, U, says 'freight container'.
const owners = ['NQYU', 'ZZNU', 'QKYU'] as const;

/** A container's number with its check digit, as ISO 6346 has it: 'NQYU 482913-6'. */
export function containerNumber(serial: number): string {
  const owner = owners[serial % owners.length] ?? owners[0];
  const digits = String(100_000 + ((serial * 7_919) % 900_000));
  return `${owner} ${digits}-${checkDigit(owner + digits)}`;
}
