import type { Prompt, Resource, ResourceTemplate } from './catalogue.ts';
import type { Tool } from './tool.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    tools?: readonly Tool[];
    resources?: readonly Resource[];
    resourceTemplates?: readonly ResourceTemplate[];
    prompts?: readonly Prompt[];
  }
}
