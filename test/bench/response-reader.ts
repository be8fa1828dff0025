const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';

/**
 * Reads the HTTP/1.1 responses of one keep-alive connection, and calls `onResponse` with the status of each complete
 * one. Parses only the status line and the framing, so that the client takes little processor time.
 */
export function createResponseReader(onResponse: (status: number) => void): (received: Buffer) => void {
  let unread = NOTHING;
  let status = 0;
  let bodyLeft = 0;
  let isChunked = false;
  let isLastChunk = false;

  const startBody = (head: string): void => {
    status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
    isLastChunk = !isChunked;
    bodyLeft = Number(length ?? 0);
  };
  const startChunk = (sizeLine: string): void => {
    const size = Number.parseInt(sizeLine, 16);
    isLastChunk = size === 0;
    bodyLeft = size + 2;
  };
  const finishIfComplete = (): void => {
    if (bodyLeft > 0 || !isLastChunk) return;
    const finished = status;
    status = 0;
    isChunked = false;
    onResponse(finished);
  };

  return (received) => {
    const bytes = unread.length === 0 ? received : Buffer.concat([unread, received]);
    unread = NOTHING;
    let at = 0;
    while (at < bytes.length) {
      if (bodyLeft > 0) {
        const taken = Math.min(bodyLeft, bytes.length - at);
        bodyLeft -= taken;
        at += taken;
        finishIfComplete();
        continue;
      }
      const mark = isChunked ? '\r\n' : HEAD_END;
      const end = bytes.indexOf(mark, at, 'latin1');
      if (end === -1) {
        unread = Buffer.from(bytes.subarray(at));
        return;
      }
      const text = bytes.toString('latin1', at, end);
      at = end + mark.length;
      if (isChunked) startChunk(text);
      else startBody(text);
      finishIfComplete();
    }
  };
}
