import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderHtml } from '../../src/mail/render/index.ts';
import { composeFromStarters } from '../../src/mail/starters/compose.ts';
import { drawingUrl } from '../mail/starters/drawing-url.ts';
import { BRANDS, SAMPLES, type Sample } from '../mail/starters/starter-samples.ts';
import { showWithAxe } from './axe-verdicts.ts';
import { describeInBrowser, useBrowser, type View } from './browser.ts';
import { assets } from './pictures.ts';

const isWanted = Bun.env.UPDATE_SCREENSHOTS === '1';
const folder = join(tmpdir(), 'galley-starters');

const VIEWS: Record<string, View> = {
  desktop: { width: 700 },
  mobile: { width: 360 },
  dark: { width: 700, isDark: true },
};

const mails = SAMPLES.flatMap((sample, index) =>
  Object.keys(BRANDS).map((brand) => ({ name: `${sample.starter}-${index}-${brand}`, sample, brand })),
);

/** Rendered once for all tests. */
const rendered = new Map<string, Promise<string>>();

function htmlOf(sample: Sample, brand: string): Promise<string> {
  const key = JSON.stringify([sample.prompt, sample.kind, sample.locale, brand]);
  const html = rendered.get(key) ?? renderSample(sample, brand);
  rendered.set(key, html);
  return html;
}

async function renderSample({ prompt, kind, locale }: Sample, brand: string): Promise<string> {
  let made = 0;
  const makeId = () => {
    made += 1;
    return `id-${made}`;
  };
  const { content, subject } = composeFromStarters(
    {
      prompt,
      brand: BRANDS[brand],
      mergeTags: [],
      baseUrl: 'https://galley.example',
      isForAgent: false,
      addressOf: drawingUrl,
      ...(kind && { kind }),
      ...(locale && { locale }),
    },
    makeId,
  );
  return (await renderHtml(content, { assets, title: subject })).html;
}

describeInBrowser('the starters', () => {
  const viewer = useBrowser();

  /** UPDATE_SCREENSHOTS=1 writes pictures of all to a temporary folder, to look at; else one is taken. */
  test('can be looked at', async () => {
    if (isWanted) mkdirSync(folder, { recursive: true });
    for (const { name, sample, brand } of isWanted ? mails : mails.slice(0, 1)) {
      const html = await htmlOf(sample, brand);
      for (const [kind, view] of Object.entries(VIEWS)) {
        const page = await viewer.show(html, view);
        const height = Math.ceil(Number(await page.evaluate('document.documentElement.scrollHeight')));
        await page.setViewport({ width: view.width, height });
        const bytes = await page.screenshot();
        expect(bytes.byteLength).toBeGreaterThan(5_000);
        if (isWanted) await Bun.write(join(folder, `${name}-${kind}.png`), bytes);
      }
    }
    if (isWanted) process.stderr.write(`The pictures are in ${folder}\n`);
  }, 300_000);

  const chosen = mails.filter(({ sample }) => sample.facts.length > 2);
  test.each(chosen)(
    '$name has nothing a checker of accessibility finds serious',
    async ({ sample, brand }) => {
      const html = await htmlOf(sample, brand);
      for (const view of Object.values(VIEWS)) {
        const page = await showWithAxe(viewer, html, view);
        // The dark view differs from the light one of the same width in colors only.
        const rules = view.isDark === true ? ', runOnly: ["color-contrast", "link-in-text-block"]' : '';
        const { violations } = (await page.evaluate(
          `axe.run(document, { resultTypes: ["violations"]${rules} })`,
        )) as {
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        };
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
          [],
        );
      }
    },
  );

  test.each(mails)('$name needs no scrolling sideways on a phone', async ({ sample, brand }) => {
    const html = await htmlOf(sample, brand);
    const width = await viewer.ask<number>(html, { width: 360 }, 'document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
  });
});
