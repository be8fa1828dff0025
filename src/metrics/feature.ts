import type { Deps } from '../platform/deps.ts';
import type { Metric } from './metric.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    /** What the feature tells at `/metrics`. */
    metrics?(deps: Deps): readonly Metric[];
  }
}
