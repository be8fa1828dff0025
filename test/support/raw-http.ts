import { connect } from 'node:net';

/** Sends text over a new connection and returns the beginning of the answer. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** A body of `count` chunks without an announced length. It ends when the server stops reading. */
export function streamOf(chunk: Uint8Array, count: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent === count) return controller.close();
      sent += 1;
      controller.enqueue(chunk);
    },
  });
}
