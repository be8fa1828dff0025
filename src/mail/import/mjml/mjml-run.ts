import type { LeafBlock } from '../../model/index.ts';
import type { ImportRun } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';
import { type AttributeReader, attributesOf, type MjmlDefaults } from './attributes.ts';

/** What the parts of one import from MJML share. */
export interface MjmlRun extends ImportRun {
  defaults: MjmlDefaults;
}

/** A component, and how to read its attributes. */
export interface Component {
  element: ElementNode;
  read: AttributeReader;
}

/** Reads a component into blocks. */
export type ComponentReader = (run: MjmlRun, component: Component) => LeafBlock[];

/** An element as a component. */
export function componentOf(run: MjmlRun, element: ElementNode): Component {
  return { element, read: attributesOf(run.defaults, element) };
}
