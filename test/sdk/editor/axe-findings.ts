import { expect } from 'bun:test';
import { AXE_SOURCE } from '../../browser/axe-source.ts';
import type { EditorPage } from './editor-page.ts';
import type { useEditorPages } from './editor-pages.ts';

export const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring</p>' },
  { id: 'text', type: 'paragraph', content: '<p>Hello <a href="https://x.example">you</a></p>' },
  { id: 'row', type: 'section', columns: '2', children: [[{ id: 'in', type: 'button', text: 'Go' }], []] },
  { id: 'menu', type: 'menu', items: [{ text: 'Shop', url: '' }] },
  { id: 'table', type: 'table', rows: [{ cells: [{ content: 'A' }, { content: 'B' }] }] },
  { id: 'pic', type: 'image' },
];

/** What axe finds, every rule and impact, in words. */
async function findings(page: EditorPage): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.page.evaluate(AXE_SOURCE);
  const result = await page.evaluate<{
    violations: { id: string; nodes: { failureSummary: string; html: string }[] }[];
  }>(
    // The mail in the frame has tests of its own, and no scripts run in it.
    `axe.run(document, { resultTypes: ['violations'], iframes: false, rules: { 'page-has-heading-one': { enabled: false } } })`,
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
  );
}

interface View {
  name: string;
  isDark: boolean;
  width: number;
}

/** Opens every panel, form and dialog, and expects that axe finds nothing there. */
export async function expectCleanEditor(
  pages: ReturnType<typeof useEditorPages>,
  { name, isDark, width }: View,
): Promise<void> {
  const tenant = `axe-${width}-${isDark}`;
  const template = await pages.create(tenant, BLOCKS);
  const page = await pages.open({ tenant, template, isDark, width, autosave: false });
  const expectClean = async (what: string) =>
    expect({ what, findings: await findings(page) }).toEqual({ what, findings: [] });
  await expectClean('open');
  await page.screenshot(`axe-${name.replaceAll(' ', '-')}`);
  for (const { id } of [...BLOCKS, { id: 'in' }]) {
    await page.evaluate(`editor.shadowRoot.querySelector('[data-block="${id}"]').click()`);
    await page.evaluate(
      `editor.shadowRoot.querySelectorAll('details').forEach((one) => { one.open = true; })`,
    );
    await expectClean(id);
  }
  await page.screenshot(`axe-form-${name.replaceAll(' ', '-')}`);
  for (const tab of ['mail', 'comments', 'history']) {
    await page.evaluate(`editor.shadowRoot.querySelector('[data-tab=${tab}]').click()`);
    await expectClean(tab);
  }
  await page.press('Keyboard shortcuts');
  await expectClean('keys');
  await page.screenshot(`axe-keys-${name.replaceAll(' ', '-')}`);
  await page.keys('Escape');
  await page.evaluate(`editor.shadowRoot.querySelector('[data-block=pic]').click()`);
  await page.press('Choose… Picture');
  await expectClean('media');
}
