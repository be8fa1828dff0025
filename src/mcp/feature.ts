import type { Prompt, Resource, ResourceTemplate } from './catalogue.ts';
import type { NameFinder } from './name-finder.ts';
import type { Tool } from './tool.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    tools?: readonly Tool[];
    /** What tools of the same names do for callers that may propose changes and make none. */
    proposingTools?: readonly Tool[];
    resources?: readonly Resource[];
    resourceTemplates?: readonly ResourceTemplate[];
    prompts?: readonly Prompt[];
    /** Finds things by name, by the kind of their ids (`x-id-of` of schemas). */
    nameFinders?: Readonly<Record<string, NameFinder>>;
  }
}
