import type { SpacerBlock } from '../../model/index.ts';
import { pixels } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { makeBox } from '../box.ts';
import type { Container, MailPage } from '../page.ts';

/** Empty space of the given height; as in the editor, padding does not add to it. */
export function renderSpacer(block: SpacerBlock, page: MailPage, container: Container): string {
  const box = makeBox(block, page, container);
  if (block.height === 0) return '';
  return element('mj-spacer', { ...box.attributes(box.place), padding: '0', height: pixels(block.height) });
}
