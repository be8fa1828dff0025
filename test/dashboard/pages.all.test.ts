import { expect } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { findOverflow, setView, VIEWS } from './dashboard.ts';
import { expectNoBarriers, usePages } from './pages.ts';

/** A zoom of 200 %, and a narrow page beside the navigation. */
const WIDTHS = [640, 768, 1024];

describeInBrowser('every page', () => {
  const { testEach } = usePages();

  testEach('has no barriers on a phone and in dark colors, and fits into every width', async (page) => {
    await expectNoBarriers(page, VIEWS.slice(1));
    for (const width of WIDTHS) {
      await setView(page, { width });
      expect([width, await findOverflow(page)]).toEqual([width, 0]);
    }
  });
});
