import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { contentOf, type Loose } from '../render/rendering.ts';

/** A mail as rules see it. */
export const mailOf = (blocks: Loose[], settings: Loose = {}) => readMail(contentOf(blocks, settings));

export const p = (content: string, more: Loose = {}): Loose => ({ type: 'paragraph', content, ...more });
export const html = (content: string): Loose => ({ id: 'h', type: 'html', content });
