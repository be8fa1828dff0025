import { type Static, Type } from '@sinclair/typebox';
import { color, flag, openObject, pixels, text } from './common.ts';

/** Settings of the mail as a whole. `textColor`, `linkColor` and `linkUnderline` come from newer editors only. */
export const TemplateSettings = openObject(
  {
    width: pixels({ description: 'Width of the mail in pixels.', default: 600 }),
    backgroundColor: color({ description: 'CSS color behind the mail.', default: '#ffffff' }),
    textColor: Type.Optional(color({ description: 'CSS color of text.', default: '#1a1a1a' })),
    linkColor: Type.Optional(color({ description: 'CSS color of links in text.' })),
    linkUnderline: Type.Optional(flag({ description: 'Underline links in text.', default: true })),
    fontFamily: text({ description: 'CSS font family of the mail.', default: 'Arial' }),
    preheaderText: Type.Optional(
      text({ description: 'Preview text an inbox shows after the subject; hidden in the mail.' }),
    ),
    locale: text({ description: 'BCP-47 language of the mail.', default: 'en' }),
  },
  { description: 'Settings of the mail as a whole.', title: 'TemplateSettings' },
);

export type TemplateSettings = Static<typeof TemplateSettings>;
