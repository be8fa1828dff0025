import { describe, expect, spyOn, test } from 'bun:test';
import { CompiledMail } from '../../../src/mail/render/fill.ts';
import { ProcessorLimiter, StepLimiter } from '../../../src/mail/render/mail-context.ts';

const textsOf = (html: string) => ({ subject: null, preheader: null, html, mjml: html, plainText: html });

describe('the work for one mail on the serving thread is limited', () => {
  test('by steps, which are counted over all its texts', () => {
    const fill = (count: number) =>
      new CompiledMail(textsOf(`{% for i in (1..${count}) %}{{ i }}{% endfor %}`), true).fill({}, true);
    expect(fill(1000).htmlBytes).toBe(9 + 180 + 2700 + 4);
    expect(() => fill(2000)).toThrow('too much work');
  });

  test('by time, if the machine is not just busy', () => {
    const limiter = new StepLimiter();
    for (const now of [1000, 0, 1100, 0, 1250]) expect(() => limiter.check(now)).not.toThrow();
    expect(() => limiter.check(1251)).toThrow('too much work');
  });
});

describe('the processor time of one mail in a worker process is limited', () => {
  test('over all its texts', () => {
    let now = 5000;
    const limiter = new ProcessorLimiter(() => now);
    const fill = () => {
      for (let step = 0; step < 400; step += 1) limiter.check();
    };
    fill();
    now += 500;
    expect(fill).not.toThrow();
    now += 1;
    expect(fill).toThrow('limit of 500 ms');
  });

  test('also when each text takes less', () => {
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
