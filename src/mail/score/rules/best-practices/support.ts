/** CSS some clients do not understand, in such a way that the mail looks broken there, not merely plainer. */
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
 * here; data of May 2026), weighted by a rough guess of ours how much each client is used. `scripts/css-support/shares.ts`
 * prints them. What counts is whether Gmail is among those that do not understand it.
 */
export const UNSUPPORTED: readonly Unsupported[] = [
  { name: 'animation', property: /^animation/, share: 45, where: 'Gmail and Outlook' },
  { name: 'filter', property: /^(?:backdrop-)?filter$/, share: 43, where: 'Gmail and Outlook' },
  { name: 'clip-path', property: /^clip-path$/, share: 42, where: 'Gmail and Outlook' },
  { name: 'transform', property: /^transform$/, share: 43, where: 'Gmail and Outlook' },
  {
    name: 'grid-template',
    property: /^grid-(?:template|area|column|row)/,
    share: 42,
    where: 'Gmail and Outlook',
  },
  { name: 'var()', property: /./, value: /\bvar\s*\(/, share: 44, where: 'Gmail and Outlook' },
  { name: 'aspect-ratio', property: /^aspect-ratio$/, share: 46, where: 'Gmail and Outlook' },
  { name: 'inset', property: /^inset/, share: 44, where: 'Gmail and Outlook' },
  { name: 'flex-direction', property: /^flex-(?:direction|flow)$/, share: 38, where: 'Gmail and Outlook' },
  { name: 'flex-wrap', property: /^flex-wrap$/, share: 37, where: 'Gmail and Outlook' },
  { name: 'align-items', property: /^align-(?:items|content|self)$/, share: 37, where: 'Gmail and Outlook' },
  {
    name: 'justify-content',
    property: /^justify-(?:content|items|self)$/,
    share: 37,
    where: 'Gmail and Outlook',
  },
  { name: 'offsets', property: /^(?:top|left|right|bottom)$/, share: 35, where: 'Gmail and Outlook' },
  {
    name: 'box-shadow',
    property: /^box-shadow$/,
    share: 22,
    where: 'Gmail in the browser and Outlook for Windows',
  },
  {
    name: 'clamp(), min() or max()',
    property: /./,
    value: /\b(?:clamp|min|max)\s*\(/,
    share: 13,
    where: 'Outlook and Yahoo',
  },
  { name: 'calc()', property: /./, value: /\bcalc\s*\(/, share: 12, where: 'Outlook and Yahoo' },
  {
    name: 'gradient',
    property: /^background/,
    value: /gradient\s*\(/,
    share: 12,
    where: 'Outlook and Yahoo',
  },
  {
    name: 'columns',
    property: /^column(?:s|-count|-width)$/,
    share: 14,
    where: 'Outlook for Windows and Yahoo',
  },
  { name: 'gap', property: /^(?:row-|column-)?gap$/, share: 15, where: 'Outlook for Windows and Yahoo' },
  {
    name: 'object-fit',
    property: /^object-(?:fit|position)$/,
    share: 15,
    where: 'Outlook for Windows and Yahoo',
  },
  { name: 'writing-mode', property: /^writing-mode$/, share: 8, where: 'Outlook for Windows and Yahoo' },
  { name: 'display: flex', property: /^display$/, value: /flex/, share: 4, where: 'Outlook for Windows' },
  { name: 'display: grid', property: /^display$/, value: /grid/, share: 4, where: 'Outlook for Windows' },
  {
    name: 'background-image',
    property: /^background(?:-image)?$/,
    value: /url\s*\(/,
    share: 2,
    where: 'Outlook for Windows',
  },
  { name: 'float', property: /^float$/, value: /left|right/, share: 2, where: 'Outlook for Windows' },
];

/** From this share of readers on it is more than a blemish. */
export const MANY_READERS = 30;
