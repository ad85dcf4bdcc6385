import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Listens on a free port until `free` is called. */
export async function occupyPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  return {
    port: (other.address() as AddressInfo).port,
    free: async () => {
      other.close();
      await once(other, 'close');
    },
  };
}
