import { expect, test } from 'bun:test';
import { sampleDataOf } from '../../src/dashboard/data/sample-data.ts';

const contentOf = (text: string) => ({ blocks: [{ type: 'paragraph', content: `<p>${text}</p>` }] });

test.each([
  ['Hello', {}],
  ['Hi {{ first_name }}, hi {{first_name | default: "you"}}', { first_name: 'Ada' }],
  ['{{ order.total }} for {{order.number}}', { order: { total: '$49.00', number: '1042' } }],
  ['{{ favorite_color }}', { favorite_color: 'Favorite color' }],
  [
    '{% for item in order.items %}{{ item.name }} {{ item.quantity }}{% endfor %}{{ order.id }}',
    {
      order: {
        items: [
          { name: 'Coffee mug', quantity: 3 },
          { name: 'Coffee mug', quantity: 3 },
        ],
        id: '1042',
      },
    },
  ],
  ['{{ __proto__.polluted }} {{ constructor.name }}', { __proto__: undefined, constructor: { name: 'Ada' } }],
])('the sample data of %s', (text, data) => {
  const found = sampleDataOf(contentOf(text));
  expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(JSON.stringify(data)));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
