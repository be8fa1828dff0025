import { describe, expect, test } from 'bun:test';
import { PLACEHOLDER_TAGS } from '../../../src/mail/starters/tags.ts';
import { compose, ratingOf, tagsIn } from '../../features/ai/composing.ts';
import { BRANDS } from './starter-samples.ts';

const tag = (value: string, label = '') => ({ value, label });

describe('without offered merge tags', () => {
  test('the documented stand-ins take the place of what a mail cannot do without', () => {
    const composed = compose('Newsletter');
    expect(tagsIn(composed)).toEqual(Object.values(PLACEHOLDER_TAGS).sort());
    for (const standIn of Object.values(PLACEHOLDER_TAGS))
      expect(composed.notes.join(' ')).toContain(standIn);
  });

  test('the prompt and the brand come first', () => {
    const composed = compose('Newsletter https://fernhill.example/may', { brand: BRANDS.full });
    expect(tagsIn(composed)).toEqual(['{{ id }}']);
    expect(composed.notes.join(' ')).not.toMatch(/stands? in|set unsubscribe_url/);
  });

  test('a mail about an account is not sent to the home page', () => {
    expect(tagsIn(compose('Password reset', { brand: BRANDS.full }))).toEqual([PLACEHOLDER_TAGS.action]);
  });

  test('transactional mail has neither a way out nor an address of ours', () => {
    expect(tagsIn(compose('Order receipt'))).toEqual([PLACEHOLDER_TAGS.action]);
  });
});

describe('offered merge tags', () => {
  test('are used, and no other', () => {
    const offered = [
      '{{ user.first_name }}',
      '{{ links.reset_url }}',
      '{{ unsubscribe_link }}',
      '{{ expires_in }}',
    ];
    const composed = compose('Password reset', { mergeTags: offered.map((value) => tag(value)) });
    expect(tagsIn(composed)).toEqual(['{{ expires_in }}', '{{ links.reset_url }}', '{{ user.first_name }}']);
  });

  test('are known by their labels too, in any template language', () => {
    const composed = compose('Newsletter', {
      mergeTags: [
        tag('*|X1|*', 'Unsubscribe link'),
        tag('*|X2|*', 'Postal address'),
        tag('*|X3|*', 'View in browser'),
        tag('*|X4|*', 'Website URL'),
      ],
    });
    expect(tagsIn(composed)).toEqual(['*|X1|*', '*|X2|*', '*|X3|*', '*|X4|*']);
  });

  test('with all that marketing needs there is nothing left to find fault with', async () => {
    const mergeTags = [
      '{{ unsubscribe_url }}',
      '{{ company_address }}',
      '{{ view_in_browser_url }}',
      '{{ action_url }}',
    ];
    const composed = compose('Newsletter', { mergeTags: mergeTags.map((value) => tag(value)) });
    expect(await ratingOf(composed, mergeTags)).toEqual({
      spam: 100,
      readability: 100,
      accessibility: 100,
      bestPractices: 100,
    });
  });

  test('none is made up for what they lack; the notes say what is missing', () => {
    const composed = compose('Newsletter', { mergeTags: [tag('{{ first_name }}')] });
    expect(tagsIn(composed)).toEqual([]);
    const notes = composed.notes.join(' ');
    for (const missing of ['link to unsubscribe', 'postal address', 'No address for the button'])
      expect(notes).toContain(missing);
  });

  test('a name greets the reader, one with a fallback before one without', () => {
    const composed = compose('Welcome', {
      mergeTags: [tag('{{ first_name }}'), tag('{{ first_name | default: "you" }}')],
      kind: 'transactional',
    });
    expect(tagsIn(composed).join()).toContain('default');
    expect(composed.notes.join(' ')).not.toContain('fallback');
  });

  test.each(['{{ product_image_url }}', '{{ logo_url }}', '{{ email_address }}', 'no tag'])(
    '%s is nothing to link to',
    (value) => {
      expect(tagsIn(compose('Newsletter', { mergeTags: [tag(value), tag('{{ other }}')] }))).toEqual([]);
    },
  );

  test.each<[string, string[], string[]]>([
    ['Welcome', ['{{ order_url }}', '{{ action_url }}'], ['{{ action_url }}']],
    [
      'Shipping notification',
      ['{{ action_url }}', '{{ trackingUrl }}', '{{ trackingNumber }}'],
      ['{{ trackingNumber }}', '{{ trackingUrl }}'],
    ],
    [
      'Order receipt',
      ['{{ orderNumber }}', '{{ orderTotal }}', '{{ last_update }}', '{{ zip_code }}'],
      ['{{ orderNumber }}', '{{ orderTotal }}'],
    ],
    ['Verify email', ['{{ postal_code }}', '{{ otp }}'], ['{{ otp }}']],
  ])('%s: of %j it takes %j', (prompt, offered, used) => {
    const composed = compose(prompt, {
      kind: 'transactional',
      mergeTags: offered.map((value) => tag(value)),
    });
    expect(tagsIn(composed)).toEqual(used);
  });
});
