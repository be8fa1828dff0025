import type { TemplateContent } from '../../src/mail/model/index.ts';
import { contentOf } from '../mail/render/rendering.ts';

const SENTENCES = [
  'The press has run for two weeks now, and the first barrels are full.',
  'We think they are the best in years, and we would love to know what you think.',
  'Take the bus to Mill Lane, and walk up the hill for five minutes.',
  'Every tree in the lower field was planted by somebody who reads this letter.',
  'If you would like to help with the harvest, write to us before the end of the month.',
  'The workshop is open on Saturdays, and children are welcome with their parents.',
];

/**
 * A newsletter whose sections each have a heading, text, a picture, a list and a button. Every fifth section is
 * different.
 */
export function longMail(sections: number, serial = 0): TemplateContent {
  const blocks = Array.from({ length: sections }, (_, index) => makeSection(index, serial));
  return contentOf(blocks, {
    locale: 'en',
    preheaderText: 'News from the orchard, the workshop and the archive, and what is on in autumn.',
  });
}

function makeSection(index: number, serial: number): Record<string, unknown> {
  const two = index % 2 === 1;
  const column = (part: number) => [
    { type: 'title', level: two ? 3 : 2, content: `<p>What is new in field ${index}.${part}</p>` },
    {
      type: 'image',
      src: `https://orchard.example/${serial}/${index}-${part}.jpg`,
      alt: `Apples in field ${index}`,
      linkUrl: `https://orchard.example/fields/${index}`,
    },
    { type: 'paragraph', content: makeText(index + part, serial) },
    {
      type: 'button',
      text: `Read about field ${index}`,
      url: `https://orchard.example/read/${index}/${part}`,
    },
  ];
  return { type: 'section', columns: two ? '2' : '1', children: two ? [column(1), column(2)] : [column(1)] };
}

function makeText(index: number, serial: number): string {
  const at = (offset: number) => SENTENCES[(index + offset) % SENTENCES.length];
  return (
    `<p>Hello {{ first_name | default: "friend" }}, this is letter ${serial}. ${at(0)} <strong>${at(1)}</strong></p>` +
    `<ul><li>${at(2)}</li><li><a href="https://orchard.example/list/${index}" style="color:#0a5c36">${at(3)}</a></li></ul>`
  );
}
