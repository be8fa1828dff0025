import { test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { expectCleanEditor } from './axe-findings.ts';
import { useEditorPages } from './editor-pages.ts';

describeInBrowser('accessibility of the editor', () => {
  const pages = useEditorPages();

  test.each([
    { name: 'dark', isDark: true, width: 1280 },
    { name: 'a narrow page', isDark: false, width: 700 },
    { name: 'a phone', isDark: false, width: 375 },
  ])('axe finds nothing in any panel, form and dialog: $name', (view) => expectCleanEditor(pages, view));
});
