import type { Prompt, Resource } from './catalogue.ts';
import type { Tool } from './tool.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    tools?: readonly Tool[];
    resources?: readonly Resource[];
    prompts?: readonly Prompt[];
  }
}
