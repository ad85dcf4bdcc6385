import { checkDigit } from '#features/papers/container-number.rules.ts';

// Unregistered owner codes. The last letter, U, stands for 'freight container'.
const owners = ['NQYU', 'ZZNU', 'QKYU'] as const;

/** Returns a container number with its check digit, in the form of ISO 6346: 'NQYU 482913-6'. */
export function containerNumber(serial: number): string {
  const owner = owners[serial % owners.length] ?? owners[0];
  const digits = String(100_000 + ((serial * 7_919) % 900_000));
  return `${owner} ${digits}-${checkDigit(owner + digits)}`;
}
