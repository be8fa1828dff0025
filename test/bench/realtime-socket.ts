import type { Socket } from 'bun';

/** A websocket client that takes little processor time, so that the server is what is measured. */
export interface RawSocket {
  write(text: string): void;
  /** Called with the text of each message from now on. */
  onText(listen: (text: string) => void): void;
  /** Called with the number of bytes of each arrival instead, which is cheaper. */
  onBytes(listen: (bytes: number) => void): void;
}

const HANDSHAKE_END = '\r\n\r\n';

/** Connects. `onText` gets every message from the first one on. */
export function openRawSocket(
  port: number,
  path: string,
  onText: (text: string) => void,
): Promise<RawSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<RawSocket>();
  let isOpen = false;
  let rest: Buffer = Buffer.alloc(0);
  let hearText: ((text: string) => void) | undefined = onText;
  let hearBytes: ((bytes: number) => void) | undefined;
  const open = (socket: Socket): void => {
    isOpen = true;
    resolve({
      write: (text) => void socket.write(makeFrame(text)),
      onText(listen) {
        [hearText, hearBytes] = [listen, undefined];
      },
      onBytes(listen) {
        [hearText, hearBytes] = [undefined, listen];
      },
    });
  };
  Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(socket, chunk) {
        if (hearBytes !== undefined) return hearBytes(chunk.length);
        rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
        if (!isOpen) {
          const end = rest.indexOf(HANDSHAKE_END);
          if (end === -1) return;
          rest = rest.subarray(end + HANDSHAKE_END.length);
          open(socket);
        }
        rest = readFrames(rest, (text) => hearText?.(text));
      },
      close: () => reject(new Error('the server closed a connection')),
      error: (_socket, error) => reject(error),
    },
  }).then(
    (socket) =>
      void socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${HANDSHAKE_END}`,
      ),
    reject,
  );
  return promise;
}

/** Bytes of a frame from the server with a text of `payload` bytes. */
export function frameBytes(payload: number): number {
  return payload + (payload < 126 ? 2 : payload < 65_536 ? 4 : 10);
}

/** The mask is zero, so the text stays as it is. */
function makeFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), payload]);
}

/** Reads the frames that are complete; returns what is left. */
function readFrames(bytes: Buffer, listen: (text: string) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = (bytes[at + 1] as number) & 127;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length - at < header) break;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.length - at < header + length) break;
    listen(bytes.toString('utf8', at + header, at + header + length));
    at += header + length;
  }
  return bytes.subarray(at);
}
