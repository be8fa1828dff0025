import type { HtmlBlock } from '../../model/index.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { note, noteKept } from '../import-run.ts';
import { type ElementNode, outerSource } from '../markup/node.ts';
import type { MjmlRun } from './mjml-run.ts';

/** Keeps an element as it is written in an html block, and says why. */
export function keepElement(run: MjmlRun, element: ElementNode, why: string): HtmlBlock {
  note(run, element.name, why, element);
  noteKept(run, [element]);
  return makeHtml(run, outerSource(element));
}
