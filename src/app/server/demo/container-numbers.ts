// Owner codes that nobody has registered; the last sign, U, says 'freight container'.
const owners = ['NQYU', 'ZZNU', 'QKYU'] as const;

/** A container's number with its check digit, as ISO 6346 has it: 'NQYU 482913-6'. */
export function containerNumber(serial: number): string {
  const owner = owners[serial % owners.length] ?? owners[0];
  const digits = String(100_000 + ((serial * 7_919) % 900_000));
  const sum = Array.from(owner + digits).reduce((total, sign, place) => total + signValue(sign) * 2 ** place, 0);
  return `${owner} ${digits}-${(sum % 11) % 10}`;
}

/** Digits count as themselves, letters from 10 on without the multiples of 11. */
function signValue(sign: string): number {
  if (/\d/.test(sign)) return Number(sign);
  const place = sign.charCodeAt(0) - 65;
  return 10 + place + Math.floor((place + 9) / 10);
}
