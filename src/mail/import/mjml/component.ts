import type { Border, HtmlBlock, LeafBlock } from '../../model/index.ts';
import { type HtmlElement, outerSource } from '../../parse/html.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { type ImportContext, note, recordKept } from '../context.ts';
import { NO_SIDES, parseBorder, readPixels, readSides, type Sides } from '../css/values.ts';

/** State shared by the parts of one import from MJML. */
export interface MjmlContext extends ImportContext {
  defaults: MjmlDefaults;
}

/** A component, and how to read its attributes. */
export interface Component {
  element: HtmlElement;
  read: AttributeReader;
}

/** Reads a component into blocks. */
export type ComponentReader = (context: MjmlContext, component: Component) => LeafBlock[];

/** An element as a component. */
export function componentOf(context: MjmlContext, element: HtmlElement): Component {
  return { element, read: attributesOf(context.defaults, element) };
}

/** Defaults an MJML head sets, by component and by class. */
export interface MjmlDefaults {
  all: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, ReadonlyMap<string, string>>;
  byClass: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The defaults of MJML where they differ from those of blocks. */
const BUILT_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mj-section': { padding: '20px 0' },
  'mj-wrapper': { padding: '20px 0' },
  'mj-text': {
    padding: '10px 25px',
    'font-size': '13px',
    color: '#000000',
    align: 'left',
    'line-height': '1',
  },
  'mj-image': { padding: '10px 25px', align: 'center', target: '_blank' },
  'mj-button': {
    padding: '10px 25px',
    'inner-padding': '10px 25px',
    'background-color': '#414141',
    color: '#ffffff',
    'font-size': '13px',
    'border-radius': '3px',
    align: 'center',
    target: '_blank',
  },
  'mj-divider': {
    padding: '10px 25px',
    'border-width': '4px',
    'border-style': 'solid',
    'border-color': '#000000',
    width: '100%',
    align: 'center',
  },
  'mj-spacer': { height: '20px' },
  'mj-social': { padding: '10px 25px', 'icon-size': '20px', align: 'center', mode: 'horizontal' },
  'mj-navbar': { align: 'center' },
  'mj-navbar-link': {
    padding: '15px 10px',
    'font-size': '13px',
    color: '#000000',
    'text-transform': 'uppercase',
    target: '_blank',
  },
  'mj-table': { padding: '10px 25px', 'font-size': '13px', color: '#000000', align: 'left', width: '100%' },
  'mj-accordion': { padding: '10px 25px' },
  'mj-accordion-title': { 'font-size': '13px', padding: '16px' },
  'mj-accordion-text': { 'font-size': '13px', padding: '16px' },
  'mj-hero': { padding: '0px', 'background-color': '#ffffff' },
  'mj-carousel': { align: 'center' },
};

/** Returns the value of an attribute of a component, from wherever it was set. */
export type AttributeReader = (name: string) => string | undefined;

/**
 * Resolves attributes as MJML does: from the component, its classes, the defaults of its name, those of all components,
 * and the defaults of MJML.
 */
export function attributesOf(defaults: MjmlDefaults, element: HtmlElement): AttributeReader {
  const classes = (element.attribs['mj-class'] ?? '').split(/\s+/, 20).filter((name) => name !== '');
  const layers = [
    ...classes.toReversed().map((name) => defaults.byClass.get(name)),
    defaults.byName.get(element.name),
    defaults.all,
  ];
  return (name) => {
    if (Object.hasOwn(element.attribs, name)) return element.attribs[name];
    for (const layer of layers) {
      const value = layer?.get(name);
      if (value !== undefined) return value;
    }
    return BUILT_IN[element.name]?.[name];
  };
}

/** Width of a row in pixels, of which padding in percent is taken. */
const ROOM = 600;

/** Four sides in pixels: the shorthand, overridden by the attributes of single sides. */
export function paddingOf(read: AttributeReader, property = 'padding', room = ROOM): Sides {
  const all = readSides(read(property), room) ?? NO_SIDES;
  const side = (name: keyof Sides) => readPixels(read(`${property}-${name}`), room) ?? all[name];
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** The borders of a component: each side by itself, or from the shorthand. */
export function bordersOf(read: AttributeReader): Border | undefined {
  const sides = (['top', 'right', 'bottom', 'left'] as const).flatMap((side) => {
    const line = parseBorder(read(`border-${side}`) ?? read('border'));
    return line && line.width > 0 ? [[side, { ...line, color: line.color ?? '#000000' }] as const] : [];
  });
  return sides.length === 0 ? undefined : Object.fromEntries(sides);
}

/** Keeps an element as written in an html block, and adds a note. */
export function keepElement(context: MjmlContext, element: HtmlElement, why: string): HtmlBlock {
  note(context, element.name, why, element);
  recordKept(context, [element]);
  return makeHtml(context, outerSource(element));
}
