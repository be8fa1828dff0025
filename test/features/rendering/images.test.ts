import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { SOCIAL_ICON_STYLES, SOCIAL_PLATFORMS } from '../../../src/mail/model/index.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { expectError } from '../../support/expect-error.ts';
import { readAnswer } from '../../support/test-app.ts';
import { expectImage } from './expect-image.ts';
import {
  BASE_URL,
  contentOf,
  countdown,
  GUARD_MS,
  imagesIn,
  openPress,
  ownImageIn,
  type Press,
  video,
} from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress();
});
afterAll(() => press.app.stop());

const TYPES = { social: 'image/png', countdown: 'image/gif', poster: 'image/png' };

async function addressOf(block: object, kind: 'countdown' | 'poster'): Promise<string> {
  return ownImageIn(await press.exportMail(await press.create(contentOf(block))), kind);
}

describe('every picture of a newsletter', () => {
  test('is there, of the right type, and needs no token', async () => {
    const mail = await press.exportMail(await press.create(sampleContent(4, 60_000)));
    const base = `${BASE_URL}/api/v1/images/`;
    const own = imagesIn(mail).filter((url) => url.startsWith(base));
    const kinds = own.map((url) => url.slice(base.length).split('/')[0] as keyof typeof TYPES);
    expect([...new Set(kinds)].sort()).toEqual(['countdown', 'poster', 'social']);
    // Their hosts do not exist, so the posters are plain ones.
    for (const [index, url] of own.entries()) {
      if (kinds[index] !== 'poster')
        await expectImage(await press.fetchImage(url), TYPES[kinds[index] ?? 'social']);
    }
    for (const url of imagesIn(mail)) expect(url.startsWith('https://')).toBe(true);
  });

  test('has an address that says nothing of tenant or template', async () => {
    const id = await press.create(contentOf(countdown(), video('https://media.example/a.jpg')), 'CANARY');
    for (const url of imagesIn(await press.exportMail(id))) {
      const [sealed = ''] = url.split('/').at(-1)?.split('.') ?? [];
      const text = Buffer.from(sealed, 'base64url').toString();
      for (const secret of [id, 'acme', 'CANARY', press.app.first.project_id])
        expect(text).not.toContain(secret);
    }
  });

  test('stays when the template is deleted', async () => {
    const id = await press.create(contentOf(countdown({ separator: '-' })));
    const url = ownImageIn(await press.exportMail(id), 'countdown');
    await press.tenant.request('DELETE', `/templates/${id}`);
    await expectImage(await press.fetchImage(url), 'image/gif');
  });
});

describe('social icons', () => {
  test('are all there, each another picture, kept for a year', async () => {
    const seen = new Set<string>();
    for (const style of SOCIAL_ICON_STYLES) {
      for (const platform of SOCIAL_PLATFORMS) {
        const response = await press.fetchImage(`social/${style}/${platform}.png`);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000');
        seen.add(Buffer.from(await expectImage(response, 'image/png')).toString('base64'));
      }
    }
    expect(seen.size).toBe(85);
  });

  test('are drawn once', async () => {
    const before = press.drawings();
    for (let i = 0; i < 3; i += 1) await press.fetchImage('social/solid/github.png');
    expect(press.drawings()).toBe(before);
  });
});

describe('countdowns', () => {
  test('are drawn anew each second, and once in a second', async () => {
    const url = await addressOf(countdown(), 'countdown');
    const response = await press.fetchImage(url);
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store, max-age=0');
    const first = await expectImage(response, 'image/gif');
    const drawings = press.drawings();
    press.app.clock.advance(999);
    expect(await expectImage(await press.fetchImage(url), 'image/gif')).toEqual(first);
    expect(press.drawings()).toBe(drawings);
    press.app.clock.advance(1);
    expect(await expectImage(await press.fetchImage(url), 'image/gif')).not.toEqual(first);
    expect(press.drawings()).toBe(drawings + 1);
  });

  test('read their moment in their time zone', async () => {
    const at = async (timezone: string, targetDate: string) => {
      const url = await addressOf(countdown({ timezone, targetDate }), 'countdown');
      return expectImage(await press.fetchImage(url), 'image/gif');
    };
    const vienna = await at('Europe/Vienna', '2026-12-24T18:00:00');
    expect(await at('UTC', '2026-12-24T17:00:00')).toEqual(vienna);
    expect(await at('UTC', '2026-12-24T18:00:00')).not.toEqual(vienna);
  });

  test('with an offset tell the same moment in the picture, its alternative text and the plain text', async () => {
    const fields = { timezone: 'America/New_York', targetDate: '2026-12-24T23:00:00+05:30' };
    const mail = await press.exportMail(await press.create(contentOf(countdown(fields))), {
      plain_text: true,
    });
    const same = countdown({ timezone: 'UTC', targetDate: '2026-12-24T17:30:00' });
    const pictureAt = async (url: string) => expectImage(await press.fetchImage(url), 'image/gif');
    const wanted = await pictureAt(await addressOf(same, 'countdown'));
    expect(await pictureAt(ownImageIn(mail, 'countdown'))).toEqual(wanted);
    expect(mail.html).toContain('alt="⏳ 2026-12-24 12:30 America/New_York"');
    expect(mail.plain_text).toContain('⏳ 2026-12-24 12:30 America/New_York');
  });

  describe('whose moment has passed', () => {
    const past = { targetDate: '2026-11-01T00:00:00' };

    test('show their message', async () => {
      const url = await addressOf(countdown({ ...past, expiredMessage: 'Too late' }), 'countdown');
      const bytes = await expectImage(await press.fetchImage(url), 'image/gif');
      press.app.clock.advance(60_000);
      expect(await expectImage(await press.fetchImage(url), 'image/gif')).toEqual(bytes);
      const other = await addressOf(countdown({ ...past, expiredMessage: 'Over' }), 'countdown');
      expect(await expectImage(await press.fetchImage(other), 'image/gif')).not.toEqual(bytes);
    });

    test('lead to the picture that takes their place, from that second on', async () => {
      const soon = new Date(press.app.clock.now() + 10_000).toISOString().slice(0, 19);
      const expiredImageUrl = 'https://media.example/closed.png?a=1&b=2';
      const url = await addressOf(countdown({ targetDate: soon, expiredImageUrl }), 'countdown');
      await expectImage(await press.fetchImage(url), 'image/gif');
      press.app.clock.advance(10_000);
      const response = await press.fetchImage(url);
      expect([response.status, response.headers.get('location')]).toEqual([302, expiredImageUrl]);
      expect(response.headers.get('cache-control')).toBe('no-cache, no-store, max-age=0');
      expect(await response.text()).toBe('');
    });

    test.each([
      ['https://media.example/spät/日本.png', 'https://media.example/sp%C3%A4t/%E6%97%A5%E6%9C%AC.png'],
      ['https://media.example/a b.png', 'https://media.example/a%20b.png'],
      ['https://media.example/a\nb.png', 'https://media.example/ab.png'],
    ])('lead to %j', async (expiredImageUrl, location) => {
      const url = await addressOf(countdown({ ...past, expiredImageUrl }), 'countdown');
      const response = await press.fetchImage(url);
      expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    });

    test.each([
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example/x.png',
      'file:///etc/passwd',
      'https://',
    ])('do not lead to %s', async (expiredImageUrl) => {
      const url = await addressOf(countdown({ ...past, expiredImageUrl }), 'countdown');
      await expectImage(await press.fetchImage(url), 'image/gif');
    });

    test('are hidden if they are to be', async () => {
      const expiredImageUrl = 'https://media.example/closed.png';
      const url = await addressOf(countdown({ ...past, hideOnExpiry: true, expiredImageUrl }), 'countdown');
      const bytes = await expectImage(await press.fetchImage(url), 'image/gif');
      expect([bytes[6], bytes[7], bytes[8], bytes[9]]).toEqual([1, 0, 1, 0]);
    });
  });
});

describe('addresses', () => {
  let poster: string;
  let clock: string;
  beforeAll(async () => {
    poster = await addressOf(video('https://media.example/1.jpg'), 'poster');
    clock = await addressOf(countdown({ digitFontSize: 20 }), 'countdown');
  });
  const lastOf = (url: string) => url.split('/').at(-1) ?? '';
  const sealedOf = (url: string) => lastOf(url).replace(/\.\w+$/, '');
  const changed = (sealed: string, at: number) =>
    sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);

  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no picture', () => 'social'],
    ['no platform', () => 'social/solid'],
    ['an unknown style', () => 'social/hairy/github.png'],
    ['an unknown platform', () => 'social/solid/myspace.png'],
    ['a style of every object', () => 'social/constructor/github.png'],
    ['a platform of every object', () => 'social/solid/toString.png'],
    ['another type', () => 'social/solid/github.gif'],
    ['one step more', () => 'social/solid/github.png/x'],
    ['a kind of every object', () => 'constructor/x.png'],
    ['__proto__', () => '__proto__/x.png'],
    ['an empty seal', () => 'countdown/.gif'],
    ['a seal of nothing', () => `countdown/${'A'.repeat(22)}.gif`],
    ['no type', () => `countdown/${sealedOf(clock)}`],
    ['the wrong type', () => `countdown/${sealedOf(clock)}.png`],
    ['a changed seal', () => `countdown/${changed(sealedOf(clock), 3)}.gif`],
    ['a changed text', () => `countdown/${changed(sealedOf(clock), 40)}.gif`],
    ['a truncated text', () => `countdown/${sealedOf(clock).slice(0, -4)}.gif`],
    ['a longer text', () => `countdown/${sealedOf(clock)}AAAA.gif`],
    ['a text without its seal', () => `countdown/${sealedOf(clock).slice(22)}.gif`],
    ['a seal of another kind', () => `poster/${sealedOf(clock)}.jpg`],
    ['a seal of the other kind', () => `countdown/${sealedOf(poster)}.gif`],
    ['a seal written in another way', () => `countdown/${sealedOf(clock)}==.gif`],
    [
      'a seal with something in it',
      () => `countdown/${sealedOf(clock).slice(0, 30)}!${sealedOf(clock).slice(30)}.gif`,
    ],
  ])('of %s are not found', async (_name, path) => {
    const drawings = press.drawings();
    const answer = await readAnswer(await press.fetchImage(path()));
    expectError(answer, 404, 'not_found');
    expect(press.drawings()).toBe(drawings);
  });

  test('are of this server only', async () => {
    const other = await openPress();
    try {
      expect((await other.fetchImage(clock)).status).toBe(404);
    } finally {
      await other.app.stop();
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('take no %s', async (method) => {
    const answer = await readAnswer(await press.fetchImage(clock, { method }));
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('over a socket', () => {
  let url: string;
  beforeAll(() => {
    press.app.http.listen({ port: 0, hostname: '127.0.0.1' });
    url = `http://127.0.0.1:${press.app.http.server?.port}/api/v1/images`;
  });

  test('HEAD is GET without the picture', async () => {
    const get = await fetch(`${url}/social/solid/github.png`);
    const head = await fetch(`${url}/social/solid/github.png`, { method: 'HEAD' });
    const headers = ['content-type', 'content-length', 'cache-control'];
    expect(headers.map((name) => head.headers.get(name))).toEqual(
      headers.map((name) => get.headers.get(name)),
    );
    expect([head.status, (await head.bytes()).length]).toEqual([200, 0]);
    expect((await get.bytes()).length).toBe(Number(get.headers.get('content-length')));
    expect((await fetch(`${url}/social/solid/none.png`, { method: 'HEAD' })).status).toBe(404);
  });

  test('fifty at once are drawn once', async () => {
    const path = new URL(await addressOf(countdown({ digitFontSize: 21 }), 'countdown')).pathname
      .split('/')
      .at(-1);
    const before = press.drawings();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${url}/countdown/${path}`)).bytes()),
    );
    expect(press.drawings()).toBe(before + 1);
    expect(new Set(answers.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(1);
  });
});

test('a worker that fails leaves nothing behind: the next request draws', async () => {
  const { images } = press.app.deps.services.rendering.pools;
  const url = await addressOf(countdown({ digitFontSize: 22 }), 'countdown');
  const { run } = images;
  images.run = async () => Promise.reject(new Error('/src/secret.ts is broken'));
  const answers = await Promise.all([press.fetchImage(url), press.fetchImage(url)]);
  images.run = run;
  for (const answer of answers) expectError(await readAnswer(answer), 500, 'internal');
  await expectImage(await press.fetchImage(url), 'image/gif');
});
