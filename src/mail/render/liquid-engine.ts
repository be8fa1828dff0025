import { Liquid } from 'liquidjs';
import type { PlaceKind } from './escape-value.ts';
import {
  ATTRIBUTE_TAG,
  AttributeTag,
  DirectIfTag,
  EchoTag,
  EscapedCycleTag,
  NotedForTag,
} from './liquid-parts.ts';

const START_TAG = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/gi;

const ATTRIBUTE = /(?<=\s)([\w:-]{1,40})="([^"]*)"/g;

/**
 * Marks the values of attributes that hold Liquid, so that each is parsed and checked as one. Conditions and loops have
 * to end in the attribute, or between the attributes, where they begin: from an attribute to a text behind it, a condition
 * could take away a quote, and the next text would become attributes.
 * @throws when one does not
 */
export function wrapAttributes(engine: Liquid, html: string): string {
  return html.replace(START_TAG, (startTag) => {
    if (!/\{[{%]/.test(startTag)) return startTag;
    for (const [, value] of startTag.matchAll(/"([^"]*)"/g)) engine.parse(value as string);
    engine.parse(startTag.replace(/"[^"]*"/g, ''));
    return startTag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
      /\{[{%]/.test(value)
        ? `${name}="{% ${ATTRIBUTE_TAG} ${kindOf(name.toLowerCase())} %}${value}{% end${ATTRIBUTE_TAG} %}"`
        : attribute,
    );
  });
}

function kindOf(name: string): PlaceKind {
  if (name === 'style') return 'style';
  if (/^(?:src|background|background-url)$/.test(name)) return 'image';
  return name === 'href' || name === 'action' ? 'link' : 'text';
}

/** Work that one text of a mail may cost: milliseconds, characters of template, and units of memory that liquidjs counts. */
interface Limits {
  renderLimit: number;
  parseLimit: number;
  memoryLimit: number;
}

/** An engine with the tags of mails. Includes and prototypes of values are switched off. */
export function createEngine(limits: Limits, strictFilters = false): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters,
    strictVariables: false,
    ...limits,
  });
  // The filter `raw` would switch escaping off.
  engine.registerFilter('raw', (value: unknown) => value);
  engine.registerTag('echo', EchoTag);
  engine.registerTag('cycle', EscapedCycleTag as never);
  engine.registerTag('for', NotedForTag);
  engine.registerTag('if', DirectIfTag);
  engine.registerTag(ATTRIBUTE_TAG, AttributeTag);
  return engine;
}
