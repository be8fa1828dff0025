import type { Deps } from '../platform/deps.ts';
import type { Metric } from './metric.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    /** The feature's metrics at `/metrics`. */
    metrics?(deps: Deps): readonly Metric[];
  }
}
