import { describe, expect, spyOn, test } from 'bun:test';
import { CompiledMail } from '../../../src/mail/render/fill.ts';
import { HEAVY_WORK, LIGHT_WORK, WorkLimiter } from '../../../src/mail/render/mail-context.ts';

const textsOf = (html: string) => ({ subject: null, preheader: null, html, mjml: html, plainText: html });

describe('the work for one mail on the serving thread is limited', () => {
  test('by steps, which are counted over all its texts', () => {
    const fill = (count: number) =>
      new CompiledMail(textsOf(`{% for i in (1..${count}) %}{{ i }}{% endfor %}`), true).fill({}, true);
    expect(fill(1000).htmlBytes).toBe(9 + 180 + 2700 + 4);
    expect(() => fill(2000)).toThrow('limit of steps');
  });

  test('by processor time, and not by the time that a busy machine stops the thread', () => {
    const { limiter, clock, fill } = limiterOf(LIGHT_WORK);
    clock.ms += 60_000;
    clock.processor += 100;
    expect(fill).not.toThrow();
    clock.processor += 1;
    expect(() => limiter.check()).not.toThrow();
    expect(fill).toThrow('limit of 100 ms');
  });
});

function limiterOf(limits: typeof LIGHT_WORK) {
  const clock = { ms: 5000, processor: 3000 };
  const limiter = new WorkLimiter(limits, { ms: () => clock.ms, processorMs: () => clock.processor });
  const fill = () => {
    for (let step = 0; step < 200; step += 1) limiter.check();
  };
  return { limiter, clock, fill };
}

describe('the work for one mail in a worker process is limited', () => {
  test.each([
    ['processor', 500],
    ['ms', 2000],
  ] as const)('by time: %s', (of, ms) => {
    const { clock, fill } = limiterOf(HEAVY_WORK);
    clock[of] += ms;
    expect(fill).not.toThrow();
    clock[of] += 1;
    expect(fill).toThrow('limit of 500 ms');
  });

  test('over all its texts, also when each takes less', () => {
    const reading = spyOn(process, 'cpuUsage');
    let calls = 0;
    reading.mockImplementation(() => ({ user: 100_000 * calls++, system: 0 }));
    try {
      const html = '{% for i in (1..300) %}x{% endfor %}';
      const fill = (hasMjml: boolean) =>
        new CompiledMail({ ...textsOf(html), plainText: '' }).fill({}, hasMjml);
      expect(fill(false).htmlBytes).toBe(300);
      calls = 0;
      expect(() => fill(true)).toThrow('limit of 500 ms');
    } finally {
      reading.mockRestore();
    }
  });
});

test('JSON is that of the text, whatever is printed', () => {
  const names = ['"\\\n\u0000', '日本 \u2028', '😀', '\ud800', 'x'.repeat(5000)];
  for (const name of names) {
    const mail = new CompiledMail(textsOf(`<p>é"\\{{ a }}\n{{ a }}</p>`), true).fill({ a: name }, true);
    // Control characters have no place in markup.
    const escaped = name.replaceAll('"', '&quot;').replace('\u0000', '');
    const html = `<p>é"\\${escaped}\n${escaped}</p>`;
    expect(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(mail.html))).toBe(html);
    expect(mail.htmlBytes).toBe(Buffer.byteLength(html));
    expect(mail.mjml).toEqual(mail.html);
  }
});
