import type { TemplateContent } from '../../../mail/model/index.ts';
import { extractTexts } from '../../../mail/texts/index.ts';
import { foldTexts, type IndexedTexts, type IndexTerms, indexTermsOf } from './terms.ts';

/** A template to index: its name, and the UTF-8 bytes of its content's JSON. */
export interface ReadingJob {
  name: string;
  json: Uint8Array;
}

/** Everything that the index stores of an entry. */
export interface ReadTexts {
  texts: IndexedTexts;
  terms: IndexTerms;
  /** JSON of `TextPart[]`; empty for comments. */
  parts: string;
  facts: string[];
}

const decoder = new TextDecoder();

export function readTexts({ name, json }: ReadingJob): ReadTexts {
  const content = JSON.parse(decoder.decode(json)) as TemplateContent;
  const { parts, blockTypes, linkDomains } = extractTexts(content);
  const texts = foldTexts(name, parts);
  const facts = [...blockTypes.map(blockFact), ...linkDomains.map(domainFact)];
  return { texts, terms: indexTermsOf(texts, false), parts: JSON.stringify(parts), facts };
}

export function readComment(body: string): ReadTexts {
  const texts = foldTexts('', [{ kind: 'text', text: body }]);
  return { texts, terms: indexTermsOf(texts, true), parts: '', facts: [] };
}

export const blockFact = (type: string): string => `block:${type.slice(0, 64)}`;
export const domainFact = (host: string): string => `domain:${host.toLowerCase()}`;
