import type { Static } from '@sinclair/typebox';
import { blockSchema, text } from '../common.ts';

/** HTML written by the author. */
export const HtmlBlock = blockSchema('html', 'HtmlBlock', 'HTML of your own.', {
  content: text({
    description: 'HTML, kept as sent; scripts and event handlers are removed when rendered.',
    default: '',
  }),
});

export type HtmlBlock = Static<typeof HtmlBlock>;
