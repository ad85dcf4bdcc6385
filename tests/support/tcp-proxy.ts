import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after } from 'node:test';

/** `closed` refuses connections. `silent` accepts data and forwards none. */
type ProxyState = 'open' | 'closed' | 'silent';

/** A TCP proxy whose connections a test can cut, silence, or cut before a response. */
export type TcpProxy = {
  /** The given URL with the port of the proxy. */
  url: string;
  cutAll: () => void;
  /**
   * Forwards the next data that contains `sent` and closes the connection instead of returning the response. With
   * `after`, leaves out connections that have not sent that text before: jobs of the server commit at any moment.
   */
  cutAt: (sent: string, after?: string) => void;
  set: (state: ProxyState) => void;
};

export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const url = new URL(address);
  const target = { port: Number(url.port), host: url.hostname };
  const sockets = new Set<Socket>();
  let state: ProxyState = 'open';
  let cut: { sent: string; after: string } | undefined;
  const proxy = createServer((near) => {
    if (state === 'closed') return near.resetAndDestroy();
    const far = connect(target);
    const close = () => {
      near.destroy();
      far.destroy();
      sockets.delete(near);
      sockets.delete(far);
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', close).on('close', close);
    }
    let isResponseDropped = false;
    let passedBy: typeof cut;
    near.on('data', (bytes) => {
      if (state === 'silent') return;
      if (cut && bytes.includes(cut.after)) passedBy = cut;
      if (cut && passedBy === cut && bytes.includes(cut.sent)) {
        cut = undefined;
        isResponseDropped = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isResponseDropped) close();
      else if (state !== 'silent') near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.port = String((proxy.address() as AddressInfo).port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    proxy.close();
    cutAll();
  });
  return {
    url: url.href,
    cutAll,
    cutAt: (sent, after = sent) => {
      cut = { sent, after };
    },
    set: (next) => {
      // Discarded data cannot be sent later, so a silenced connection is of no more use.
      if (next === 'closed' || state === 'silent') cutAll();
      state = next;
    },
  };
}
