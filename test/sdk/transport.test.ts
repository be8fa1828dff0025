import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { useHostPage } from './host-page.ts';

/** The module under test as an address that a page can import. */
async function addressOf(file: string): Promise<string> {
  const entry = join(import.meta.dir, '../../src/sdk', file);
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'esm' });
  return `data:text/javascript,${encodeURIComponent(await (outputs[0] as Blob).text())}`;
}

function startReceiver() {
  const received: { size: number; type: string; authorization: string | null }[] = [];
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.method === 'OPTIONS') return new Response(null, { headers: cors });
      const { pathname } = new URL(request.url);
      if (pathname === '/none') return new Response(null, { status: 204, headers: cors });
      if (pathname === '/slow') await Bun.sleep(10_000);
      const file = (await request.formData()).get('file') as File;
      received.push({
        size: file.size,
        type: file.type,
        authorization: request.headers.get('authorization'),
      });
      const status = pathname === '/full' ? 422 : 201;
      return Response.json({ message: 'Grüße' }, { status, headers: cors });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, received, stop: () => server.stop(true) };
}

const SIZE = 3_000_000;

describeInBrowser('sending a file', () => {
  const host = useHostPage();
  const sendFile = async (url: string, extra = '') =>
    host.ask<{ status: number; text: string; parts: number[]; fault?: string }>(`(async () => {
      const { send } = await import(${JSON.stringify(await addressOf('transport.ts'))});
      const body = new FormData();
      body.append('file', new File([new Uint8Array(${SIZE})], 'a.png', { type: 'image/png' }));
      const parts = [];
      const ending = new AbortController();
      const init = { method: 'POST', headers: { Authorization: 'Bearer x' }, body, signal: ending.signal };
      ${extra}
      try {
        const response = await send(${JSON.stringify(url)}, init, (part) => parts.push(part));
        return { status: response.status, text: await response.text(), parts };
      } catch ({ name }) {
        return { fault: name, parts };
      }
    })()`);

  test('tells how much of it is sent', async () => {
    const receiver = startReceiver();
    const { status, text, parts } = await sendFile(`${receiver.url}/ok`);
    expect({ status, text }).toEqual({ status: 201, text: '{"message":"Grüße"}' });
    expect(parts.at(-1)).toBe(1);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(receiver.received).toEqual([{ size: SIZE, type: 'image/png', authorization: 'Bearer x' }]);
    await receiver.stop();
  });

  test('answers as fetch does: refusals, no content, no connection, an early end', async () => {
    const receiver = startReceiver();
    expect(await sendFile(`${receiver.url}/full`)).toMatchObject({
      status: 422,
      text: '{"message":"Grüße"}',
    });
    expect(await sendFile(`${receiver.url}/none`)).toMatchObject({ status: 204, text: '' });
    expect(await sendFile('http://127.0.0.1:9/')).toMatchObject({ fault: 'TypeError' });
    const aborted = await sendFile(`${receiver.url}/slow`, 'setTimeout(() => ending.abort(), 100);');
    expect(aborted).toMatchObject({ fault: 'AbortError' });
    expect(await sendFile(`${receiver.url}/slow`, 'ending.abort();')).toMatchObject({ fault: 'AbortError' });
    await receiver.stop();
  });
});
