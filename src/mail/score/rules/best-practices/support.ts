import cssSupport from './css-support.json';

/** CSS that some clients do not understand, so that the mail looks broken there, not only plainer. */
export interface Unsupported {
  /** What it is called in messages. */
  name: string;
  property: RegExp;
  value?: RegExp;
  /** Percent of readers whose client does not understand it. */
  share: number;
  where: string;
}

/**
 * Shares: the support tables of Can I email as the npm package caniemail 2.0.2 has them (MIT, see LICENSE.caniemail
 * here; data of May 2026), weighted by a rough guess of ours how much each client is used.
 * `scripts/css-support.ts` prints them. `where` names Gmail if it is among those that do not understand it.
 */
export const UNSUPPORTED: readonly Unsupported[] = cssSupport.map(({ property, value, ...others }) => ({
  ...others,
  property: new RegExp(property),
  ...(value !== undefined && { value: new RegExp(value) }),
}));

/** From this share of readers on it is more than a blemish. */
export const MANY_READERS = 30;
