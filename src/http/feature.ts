import type { TSchema } from '@sinclair/typebox';
import type { Deps } from '../platform/deps.ts';
import type { Endpoint } from './endpoints.ts';
import type { Route } from './route.ts';

declare module '../platform/feature.ts' {
  interface SurfaceParts {
    routes?: readonly Route[];
    /** Paths that the feature answers itself. */
    endpoints?(deps: Deps): readonly Endpoint[];
    /** Schemas that the OpenAPI document refers to by name. */
    schemas?: Readonly<Record<string, TSchema>>;
  }
}
