import { expect, test } from 'bun:test';
import { describeInBrowser } from './browser.ts';
import { DOCS_PAGES, findFaults } from './docs-site.ts';

describeInBrowser('every page of the documentation', () => {
  test.each([{ width: 1280 }, { width: 320 }, { width: 1280, isDark: true }])(
    'has no barriers with %p',
    async (view) => {
      expect(await findFaults(DOCS_PAGES, view)).toEqual([]);
    },
    600_000,
  );
});
