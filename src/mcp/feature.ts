import type { Prompt, Resource, ResourceTemplate } from './catalogue.ts';
import type { NameFinder } from './name-finder.ts';
import type { Tool } from './tool.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    tools?: readonly Tool[];
    /** Replacements, by name, for callers that may propose changes but not make them. */
    proposingTools?: readonly Tool[];
    resources?: readonly Resource[];
    resourceTemplates?: readonly ResourceTemplate[];
    prompts?: readonly Prompt[];
    /** Find things by name. The keys are kinds of ids (`x-id-of` of schemas). */
    nameFinders?: Readonly<Record<string, NameFinder>>;
  }
}
