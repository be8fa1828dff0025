import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { contentOf } from '../render/rendering.ts';

export const CLEAN_SUBJECT = 'Our tasting room opens on Saturday';

/** A mail without findings; defects are injected into it. */
export function cleanContent(): TemplateContent {
  return contentOf(
    [
      { id: 'title', type: 'title', level: 1, content: '<p>Come and taste the new cider</p>' },
      {
        id: 'photo',
        type: 'image',
        src: 'https://orchard.example/press.jpg',
        alt: 'Apples on the old wooden press',
      },
      {
        id: 'hello',
        type: 'paragraph',
        content:
          '<p>Hello {{ first_name | default: "friend" }}, the press has run for two weeks now. The first barrels are full, and we think they are the best in years. We would love to know what you think.</p>',
      },
      { id: 'when', type: 'title', level: 2, content: '<p>When you can come</p>' },
      {
        id: 'hours',
        type: 'section',
        columns: '2',
        children: [
          [
            {
              id: 'days',
              type: 'paragraph',
              content:
                '<p>The room is open on Saturday from ten to six. Bring a friend, and bring your dog.</p>',
            },
          ],
          [
            {
              id: 'way',
              type: 'paragraph',
              content:
                '<p>Take the bus to Mill Lane. The walk up the hill takes five minutes. We have room for bikes.</p>',
            },
          ],
        ],
      },
      {
        id: 'book',
        type: 'button',
        text: 'Book a free table',
        url: 'https://orchard.example/book',
        buttonPadding: { top: 14, right: 24, bottom: 14, left: 24 },
      },
      { id: 'line', type: 'divider' },
      {
        id: 'footer',
        type: 'paragraph',
        content:
          '<p>Orchard Press, 12 Mill Lane, Bristol BS1 4ST</p><p><a href="https://orchard.example/leave?id={{ id }}">Unsubscribe from this letter</a></p><p><a href="https://orchard.example/letter?id={{ id }}">View this letter in your browser</a></p>',
      },
    ],
    { locale: 'en', preheaderText: 'Taste what we made of four tons of apples, before anybody else does.' },
  );
}
