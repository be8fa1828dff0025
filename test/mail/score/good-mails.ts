import type { Sample } from './defects/sample.ts';
import { english } from './good-mails-english.ts';
import { otherLanguages } from './good-mails-other-languages.ts';

/** Mails without findings, of both kinds, in seven languages. Written for this project. */
export const goodMails: readonly Sample[] = [...english, ...otherLanguages];
