import { perApplication } from '../../../platform/per-application.ts';

/** How long callers wait, in milliseconds. */
export interface Patience {
  /** For the turn of their picture; after that it is refused. */
  turnMs: number;
  /** For smaller versions of it; after that they are finished in the background. */
  uploadMs: number;
  fetchMs: number;
}

/** Most proxies end a request after 30 or 60 seconds; what is imported has to be fetched first. */
export const patienceOf = perApplication(
  (): Patience => ({ turnMs: 60_000, uploadMs: 20_000, fetchMs: 10_000 }),
);
