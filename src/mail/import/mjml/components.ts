import type { LeafBlock } from '../../model/index.ts';
import { makeHtml, padBlock } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { NO_SIDES } from '../css/lengths.ts';
import { note } from '../import-run.ts';
import { type ElementNode, innerSource } from '../markup/node.ts';
import { keepElement } from './keep-element.ts';
import { type Component, type ComponentReader, componentOf, type MjmlRun } from './mjml-run.ts';
import { readAccordion, readCarousel } from './read-interactive.ts';
import { readNavbar, readSocial } from './read-links.ts';
import { readButton, readDivider, readImage, readSpacer } from './read-media.ts';
import { readMjTable, readText } from './read-text.ts';

const READERS: Readonly<Record<string, ComponentReader>> = {
  'mj-text': readText,
  'mj-image': readImage,
  'mj-button': readButton,
  'mj-divider': readDivider,
  'mj-spacer': readSpacer,
  'mj-social': readSocial,
  'mj-navbar': readNavbar,
  'mj-table': readMjTable,
  'mj-accordion': readAccordion,
  'mj-carousel': readCarousel,
  'mj-raw': readRaw,
};

/** The blocks of a component that stands in a column. */
export function readComponent(run: MjmlRun, element: ElementNode): LeafBlock[] {
  const reader = Object.hasOwn(READERS, element.name) ? READERS[element.name] : undefined;
  if (!reader) return [keepElement(run, element, 'There is no block for it; it is kept as HTML.')];
  const component = componentOf(run, element);
  const color = readColor(component.read('container-background-color'));
  const blocks = reader(run, component);
  return color ? blocks.map((block) => padBlock(block, NO_SIDES, color)) : blocks;
}

function readRaw(run: MjmlRun, { element }: Component): LeafBlock[] {
  const content = innerSource(element).trim();
  if (content === '') return [];
  if (/<script\b/i.test(content))
    note(run, 'script', 'It is kept inside an html block; no mail program runs it.', element);
  return [makeHtml(run, content)];
}
