/** Returns the bad-character table of Boyer-Moore-Horspool: the shift for the byte under the needle's last one. */
export function shiftsOf(needle: Uint8Array): Uint16Array {
  const { length } = needle;
  const shifts = new Uint16Array(256).fill(length);
  for (let index = 0; index < length - 1; index += 1) shifts[needle[index] as number] = length - 1 - index;
  return shifts;
}

/** Returns whether the bytes from `start` to `end` contain the needle. */
export function hasWithin(
  bytes: Uint8Array,
  needle: Uint8Array,
  shifts: Uint16Array,
  start: number,
  end: number,
): boolean {
  const { length } = needle;
  const last = needle[length - 1] as number;
  let index = start + length - 1;
  while (index < end) {
    const byte = bytes[index] as number;
    if (byte === last) {
      let same = 1;
      while (same < length && bytes[index - same] === needle[length - 1 - same]) same += 1;
      if (same === length) return true;
    }
    index += shifts[byte] as number;
  }
  return false;
}
