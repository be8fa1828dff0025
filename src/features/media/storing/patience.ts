import { perApplication } from '../../../platform/per-application.ts';

/** How long callers wait for smaller versions, in milliseconds; after that they are finished in the background. */
export interface Patience {
  uploadMs: number;
  fetchMs: number;
}

/** Most proxies end a request after 30 or 60 seconds; what is imported has to be fetched first. */
export const patienceOf = perApplication((): Patience => ({ uploadMs: 20_000, fetchMs: 10_000 }));
