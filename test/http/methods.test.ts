import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  port = app.listen();
});
afterAll(() => app.stop());

/** Sends a request line as it is, and returns the head of the answer; empty if the connection was closed without one. */
function send(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('close', () => resolve(answer.split('\r\n\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

describe('methods and targets that clients of an API do not use', () => {
  test.each([
    ['CONNECT example.com:443', 405],
    ['CONNECT 127.0.0.1:25', 405],
    ['CONNECT example.com', 405],
    ['CONNECT [::1]:443', 405],
    ['CONNECT *', 405],
    ['CONNECT /api/v1/health', 405],
    ['CONNECT http://example.com/', 405],
    ['TRACE /', 405],
    ['TRACE /api/v1/health', 405],
    ['PATCH /api/v1/health', 405],
    ['PROPFIND /api/v1/health', 405],
    ['GET http://localhost/api/v1/health', 200],
    ['GET http://other.example/api/v1/health', 200],
    ['GET http://localhost/nothing', 404],
    ['OPTIONS /', 204],
    // The runtime refuses these itself.
    ['OPTIONS *', 400],
    ['GET *', 400],
  ])('%s: %i, and no error in the log', async (line, status) => {
    const head = await send(line);
    expect(head).toStartWith(`HTTP/1.1 ${status} `);
    if (status === 405) expect(head).toMatch(/\r\nAllow: .*GET/i);
    const errors = app.logLines.filter((text) => JSON.parse(text).level >= 40);
    expect(errors).toEqual([]);
  });
});
