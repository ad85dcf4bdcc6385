import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after } from 'node:test';

/** Open; refusing whoever comes; or taking what is sent and passing nothing on. */
type Passage = 'open' | 'closed' | 'silent';

/** A way to a server that can be cut, silenced, or lose an answer. */
export type Way = {
  /** The address that was given, by this way. */
  url: string;
  cutAll: () => void;
  /** The next time this is sent, its answer is lost and the connection with it. */
  cutAt: (sent: string) => void;
  set: (passage: Passage) => void;
};

export async function makeWay(address: string): Promise<Way> {
  const url = new URL(address);
  const target = { port: Number(url.port), host: url.hostname };
  const sockets = new Set<Socket>();
  let passage: Passage = 'open';
  let cutAt: string | undefined;
  const way = createServer((near) => {
    if (passage === 'closed') return near.resetAndDestroy();
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
    let isAnswerLost = false;
    near.on('data', (bytes) => {
      if (passage === 'silent') return;
      if (cutAt !== undefined && bytes.includes(cutAt)) {
        cutAt = undefined;
        isAnswerLost = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isAnswerLost) close();
      else if (passage !== 'silent') near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  url.port = String((way.address() as AddressInfo).port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    way.close();
    cutAll();
  });
  return {
    url: url.href,
    cutAll,
    cutAt: (sent) => {
      cutAt = sent;
    },
    set: (next) => {
      // What was swallowed is missing from its connection for ever.
      if (next === 'closed' || passage === 'silent') cutAll();
      passage = next;
    },
  };
}
