import type { LeafBlock, SectionBlock } from '../../model/index.ts';
import { writeBlockHtml } from '../blocks/block-html.ts';
import { laySections } from '../blocks/lay-columns.ts';
import { makeHtml, makeSection } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { NO_SIDES, readPixels } from '../css/lengths.ts';
import { note } from '../import-run.ts';
import { childElements } from '../markup/node.ts';
import { escapeAttribute } from '../markup/text.ts';
import { paddingOf } from './attributes.ts';
import { readComponent } from './components.ts';
import type { Component, MjmlRun } from './mjml-run.ts';

/**
 * mj-hero: a section when its background is a color. A picture behind text has no block: then all of it becomes
 * HTML that looks the same.
 */
export function readHero(run: MjmlRun, { element, read }: Component): (SectionBlock | LeafBlock)[] {
  const blocks = childElements(element).flatMap((child) => readComponent(run, child));
  const url = read('background-url');
  const padding = paddingOf(read);
  const backgroundColor = readColor(read('background-color'));
  if (!url) {
    const column = { width: undefined, blocks };
    return laySections(run, { columns: [column], padding, backgroundColor, place: element });
  }
  const parts = blocks.map(writeBlockHtml);
  if (parts.some((part) => part === undefined)) {
    note(
      run,
      'mj-hero background-url',
      'Sections have a color behind them, no picture; it was left out.',
      element,
    );
    const column = { width: undefined, blocks };
    return laySections(run, { columns: [column], padding, backgroundColor, place: element });
  }
  note(run, 'mj-hero', 'A picture behind text has no block; it became an html block.', element);
  const height = readPixels(read('height')) ?? 0;
  const position = /^[a-z0-9% .-]{1,40}$/i.test(read('background-position') ?? '')
    ? read('background-position')
    : 'center center';
  const css = [
    `background: ${backgroundColor ?? '#ffffff'} url('${url.replaceAll("'", '%27')}') ${position} / cover no-repeat`,
    `padding: ${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`,
  ];
  if (height > 0) css.push(`height: ${Math.max(height - padding.top - padding.bottom, 0)}px`);
  const vertical = /^(?:top|middle|bottom)$/.exec(read('vertical-align') ?? '')?.[0] ?? 'top';
  const cell = `<td background="${escapeAttribute(url)}" valign="${vertical}" style="${escapeAttribute(css.join('; '))}">`;
  const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';
  const html = `${table}<tr>${cell}${parts.join('')}</td></tr></table>`;
  return [makeSection(run, '1', [[makeHtml(run, html)]], {}, { padding: NO_SIDES })];
}
