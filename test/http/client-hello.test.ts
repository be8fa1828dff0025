import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { firstRecordBytes, readClientHello } from '../../src/http/client-hello.ts';

/** What a client of TLS sends first. */
function sentBy(options: { servername?: string; ALPNProtocols?: string[] }): Promise<Buffer> {
  return new Promise((done) => {
    const server = createServer((socket) => {
      socket.once('data', (bytes: Buffer) => {
        socket.destroy();
        server.close();
        done(bytes);
      });
    }).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      connect({ host: '127.0.0.1', port, ...options }).on('error', () => {});
    });
  });
}

test('name and protocols are read', async () => {
  const hello = await sentBy({ servername: 'mail.example.com', ALPNProtocols: ['h2', 'http/1.1'] });
  expect(readClientHello(hello)).toEqual({ serverName: 'mail.example.com', protocols: ['h2', 'http/1.1'] });
  expect(firstRecordBytes(hello)).toBe(hello.length);
  expect(readClientHello(await sentBy({}))).toEqual({ serverName: undefined, protocols: [] });
});

test('a part of a hello, and changed bytes, are read or not, without a fault', async () => {
  const hello = await sentBy({ servername: 'mail.example.com', ALPNProtocols: ['acme-tls/1'] });
  for (let length = 0; length < hello.length; length += 1)
    expect(readClientHello(hello.subarray(0, length))).toBeUndefined();
  const change = fc.tuple(fc.nat(hello.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const changed = Buffer.from(hello);
      for (const [at, byte] of changes) changed[at] = byte;
      readClientHello(changed);
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readClientHello(bytes)));
});
