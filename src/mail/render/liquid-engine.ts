import { Liquid } from 'liquidjs';
import { AttributeTag, DirectIfTag, EchoTag, EscapedCycleTag, NotedForTag } from './liquid-parts.ts';
import { ATTRIBUTE_TAG } from './wrap-attributes.ts';

/** Work that one text of a mail may cost: characters of template, and units of memory that liquidjs counts. */
interface Limits {
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
    // As in worker processes, whose environment is empty. To ask the runtime takes a tenth of the start of a command.
    locale: 'en-US',
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
