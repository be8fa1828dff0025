import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { heavyMarkup } from '../../mail/render/hostile-cases.ts';
import { expectError } from '../../support/expect-error.ts';
import type { Answer } from '../../support/test-app.ts';
import { contentOf, GUARD_MS, openPress, type Press, paragraph, readMail } from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress();
});
afterAll(() => press.app.stop());

const many = (count: number, make: (index: number) => object) =>
  contentOf(...Array.from({ length: count }, (_, index) => make(index)));

/** Just below what a content may have: 2 MB and 20,000 blocks. */
const ENORMOUS: Record<string, () => object> = {
  '20,000 blocks of an unknown type': () => many(20_000, (i) => ({ id: `${i}`, type: 'hologram' })),
  '15,000 spacers': () => many(15_000, (i) => ({ id: `${i}`, type: 'spacer', height: 1 })),
  '10,000 titles': () =>
    many(10_000, (i) => ({ id: `${i}`, type: 'title', content: `<p>${i}</p>`, level: 2 })),
  '3,000 sections of three columns': () =>
    many(3000, (i) => ({
      id: `${i}`,
      type: 'section',
      columns: '3',
      children: [1, 2, 3].map((c) => [paragraph('<p>x</p>', `${i}-${c}`)]),
    })),
  '2,500 countdowns': () =>
    many(2500, (i) => ({ id: `${i}`, type: 'countdown', targetDate: '2031-01-01T00:00:00', separator: '-' })),
  'a table of 10,000 rows': () =>
    contentOf({
      id: 't',
      type: 'table',
      rows: Array.from({ length: 10_000 }, (_, i) => ({
        id: `r${i}`,
        cells: [{ id: `c${i}`, content: 'x' }],
      })),
    }),
  'a social block of 10,000 icons': () =>
    contentOf({
      id: 's',
      type: 'social',
      icons: Array.from({ length: 10_000 }, (_, i) => ({
        id: `i${i}`,
        platform: 'github',
        url: 'https://x.example',
      })),
    }),
  '1.9 MB of text': () => contentOf(paragraph(`<p>${'word '.repeat(380_000)}</p>`)),
  '1.9 MB of a newsletter': () => sampleContent(11, 1_900_000),
};

/** Refusals of content; anything of 5xx would blame the server. */
const REFUSALS = ['too_large', 'validation_failed'];

function expectMailOrRefusal(answer: Answer): void {
  if (answer.status === 200) {
    expect(readMail(answer).html).toStartWith('<!doctype html>');
    return;
  }
  expect(REFUSALS).toContain(answer.body?.code);
  expectError(answer, answer.status, answer.body.code);
}

async function expectNextIsFine(): Promise<void> {
  const mark = Bun.randomUUIDv7();
  expect(readMail(await press.render({ content: contentOf(paragraph(`<p>${mark}</p>`)) })).html).toContain(
    mark,
  );
}

describe('enormous contents end, and others are served meanwhile', () => {
  test.each(Object.keys(ENORMOUS))('%s', async (name) => {
    let isOver = false;
    const before = press.jobs();
    const rendering = press.render({ content: ENORMOUS[name]?.(), format: 'html' }).finally(() => {
      isOver = true;
    });
    while (press.jobs() === before && !isOver) await Bun.sleep(1);
    expect((await press.tenant.request('GET', '/templates')).status).toBe(200);
    expect(isOver).toBe(false);
    expectMailOrRefusal(await rendering);
    await expectNextIsFine();
  });
});

test('heavy markup ends, all of it at once', async () => {
  const contents = Object.values(heavyMarkup).map((markup) => contentOf(paragraph(markup)));
  for (const answer of await Promise.all(contents.map((content) => press.render({ content })))) {
    expectMailOrRefusal(answer);
  }
  await expectNextIsFine();
});

describe('Liquid that would not end, ends', () => {
  test.each([
    ['a long loop', '{% for i in (1..1000000000) %}x{% endfor %}'],
    ['loops in loops', `${'{% for i in (1..1000) %}'.repeat(6)}x${'{% endfor %}'.repeat(6)}`],
    ['text that doubles', `{% assign x = "ab" %}${'{% assign x = x | append: x %}'.repeat(60)}{{ x }}`],
    ['a long text again and again', `{% for i in (1..100000) %}${'y'.repeat(500_000)}{% endfor %}`],
    [
      'a long text as a list',
      `{% assign x = "${'a,'.repeat(300_000)}" | split: "," %}{% for a in x %}{{ x }}{% endfor %}`,
    ],
    ['replacing', `{{ "${'a'.repeat(100_000)}" | replace: "a", "${'b'.repeat(100_000)}" }}`],
    [
      'a file of the server',
      '{% include "/etc/passwd" %}{% render "/etc/passwd" %}{% layout "/etc/passwd" %}',
    ],
    ['what every object has', '{{ a.constructor.constructor }}{{ a.__proto__ }}{{ constructor }}'],
  ])('%s', async (_name, text) => {
    const answer = await press.render({
      content: contentOf(paragraph(text)),
      data: { a: {} },
      format: 'html',
    });
    expectMailOrRefusal(answer);
    expect(answer.text).not.toMatch(/root:|native code/);
    await expectNextIsFine();
  });

  test('data that is deep, wide or named like parts of objects', async () => {
    const content = contentOf(paragraph('<p>{{ a.b }} {{ __proto__ }} {{ constructor }} {{ big }}</p>'));
    const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`;
    const wide = JSON.stringify({ big: 'x'.repeat(1_000_000) });
    for (const data of [deep, wide, '{"__proto__":{"b":1},"constructor":{"prototype":1},"a":null}']) {
      const body = `{"content":${JSON.stringify(content)},"data":${data}}`;
      expectMailOrRefusal(await press.render(body));
    }
    await expectNextIsFine();
  });
});

/** Processes that this one has started to render or draw. Linux only. */
function listWorkers(): number[] {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return children
    .filter(
      (pid) => pid !== '' && /(rendering|drawing)\.worker/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    )
    .map(Number);
}

/** Processor time of a process, in ticks of 10 ms. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

describe.skipIf(process.platform !== 'linux')('a worker that is killed', () => {
  test('in the middle of a job fails that request only, and says nothing of itself', async () => {
    const { mails } = press.app.deps.services.rendering.pools;
    const before = mails.stats().crashed;
    await expectNextIsFine();
    const ticksBefore = new Map(listWorkers().map((pid) => [pid, readTicks(pid)]));
    /** A worker that was started since counts from its job on. */
    const ticksOf = (pid: number) => {
      const ticks = readTicks(pid);
      if (!ticksBefore.has(pid)) ticksBefore.set(pid, ticks);
      return ticks - (ticksBefore.get(pid) ?? ticks);
    };
    const failing = press.render({ content: sampleContent(12, 1_900_000) });
    // Reading the job takes less than that: a worker that dies before it has read it loses no job.
    const isComputing = (pid: number) => ticksOf(pid) >= 15;
    while (mails.stats().busy === 0 || !listWorkers().some(isComputing)) await Bun.sleep(1);
    const waiting = press.render({ content: sampleContent(13, 5000) });
    for (const pid of listWorkers()) process.kill(pid, 'SIGKILL');
    expectError(await failing, 500, 'internal');
    expect((await waiting).status).toBe(200);
    expect(mails.stats().crashed).toBeGreaterThan(before);
    expect(press.app.logLines.join('\n')).toContain('Rendering: a worker crashed');
    await expectNextIsFine();
  });

  test('while it rests is not missed', async () => {
    await expectNextIsFine();
    for (const pid of listWorkers()) process.kill(pid, 'SIGKILL');
    while (press.app.deps.services.rendering.pools.mails.stats().workers > 0) await Bun.sleep(1);
    await expectNextIsFine();
  });

  test('is gone with the application', async () => {
    const other = await openPress();
    const before = new Set(listWorkers());
    readMail(await other.render({ content: contentOf(paragraph('x')) }));
    expect((await other.fetchImage('social/solid/github.png')).status).toBe(200);
    const own = listWorkers().filter((pid) => !before.has(pid));
    expect(own).toHaveLength(2);
    await other.app.stop();
    const left = () => listWorkers().filter((pid) => own.includes(pid));
    // They have been killed by now; how soon the system has put them away is its own affair.
    while (left().length > 0) await Bun.sleep(1);
    expect(left()).toEqual([]);
  });
});

test('the application closes while exports are under way: each is answered', async () => {
  const other = await openPress();
  const bodies = Array.from({ length: 6 }, (_, seed) => ({ content: sampleContent(seed, 100_000) }));
  const exports = bodies.map((body) => other.render(body));
  while (other.app.deps.services.rendering.pools.mails.stats().busy === 0) await Bun.sleep(1);
  await other.app.deps.services.rendering.close();
  for (const answer of await Promise.all(exports)) {
    if (answer.status !== 200) expectError(answer, 503, 'unavailable');
  }
  await other.app.stop();
});
