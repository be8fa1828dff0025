import { type HtmlElement, isBlank, isElement, isText, makeElement, outerSource } from '../../parse/html.ts';
import { readBlockStep } from '../../parse/merge-tag-meaning.ts';
import { listMergeTags, withoutMergeTags } from '../../parse/merge-tags.ts';
import { note } from '../context.ts';
import type { MjmlContext } from './component.ts';

/** Components that hold components only. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'mj-body mj-wrapper mj-section mj-group mj-column mj-hero mj-social mj-navbar mj-accordion mj-accordion-element mj-carousel'.split(
    ' ',
  ),
);

/** Puts text that stands between components, such as the merge tags of a loop, into an `mj-raw`. */
export function wrapLooseText(context: MjmlContext, element: HtmlElement): void {
  const isContainer = CONTAINERS.has(element.name);
  element.children = element.children.map((child) => {
    if (isElement(child)) wrapLooseText(context, child);
    if (!isContainer || !isText(child) || isBlank(child)) return child;
    if (withoutMergeTags(outerSource(child)).trim() !== '') {
      note(context, 'text', 'It stands between components; it is kept as HTML.', child);
    }
    const { start, end, source } = child;
    const raw = makeElement('mj-raw', element);
    return Object.assign(raw, {
      source,
      start,
      end,
      startTagEnd: start,
      endTagStart: end,
      children: [child],
    });
  });
}

/** Whether what stands here ends a condition or loop that began before. */
export function isClosing(raw: HtmlElement): boolean {
  const [first] = listMergeTags(outerSource(raw));
  return first !== undefined && readBlockStep(first)?.kind === 'close';
}
