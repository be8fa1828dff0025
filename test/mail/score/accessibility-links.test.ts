import { expect, test } from 'bun:test';
import { isVague } from '../../../src/mail/score/rules/accessibility/link-vague.ts';
import { languageWords } from '../../../src/mail/score/rules/accessibility/words/index.ts';
import { button, type Case, html, image, paragraph, testCases } from './accessibility-cases.ts';

const link = (text: string, href = 'https://example.com/a') => `<a href="${href}">${text}</a>`;
const menu = (...items: object[]) => ({ type: 'menu', id: 'm', items });

const EMPTY: Case[] = [
  { is: 'a text', rule: 'a11y.link-empty', blocks: [paragraph(`<p>${link('Our bread')}</p>`)] },
  { is: 'a merge tag', rule: 'a11y.link-empty', blocks: [paragraph(`<p>${link('{{ name }}')}</p>`)] },
  {
    is: 'nothing inside',
    rule: 'a11y.link-empty',
    blocks: [paragraph(`<p>Bread ${link('')}and cake</p>`)],
    expects: 'high',
    at: ['p'],
    fixed: true,
  },
  {
    is: 'an element without text inside',
    rule: 'a11y.link-empty',
    blocks: [html(`<p>Bread ${link('<span></span>')}</p>`)],
    expects: 'high',
    fixed: false,
  },
  {
    is: 'nothing but the link',
    rule: 'a11y.link-empty',
    blocks: [paragraph(`<p>${link('')}</p>`)],
    expects: 'high',
    fixed: false,
  },
  { is: 'an anchor', rule: 'a11y.link-empty', blocks: [html('<a name="top"></a><p>Bread</p>')] },
  {
    is: 'a title',
    rule: 'a11y.link-empty',
    blocks: [html('<a href="https://example.com/" title="Bread"></a>')],
  },
  {
    is: 'a picture: another rule',
    rule: 'a11y.link-empty',
    blocks: [html(link('<img src="a.png" alt="">'))],
  },
  { is: 'a button', rule: 'a11y.link-empty', blocks: [button()] },
  {
    is: 'a button without a label',
    rule: 'a11y.link-empty',
    blocks: [button({ text: ' ' })],
    expects: 'high',
    at: ['b'],
  },
  {
    is: 'a menu item without a label',
    rule: 'a11y.link-empty',
    blocks: [
      menu({ text: 'Bread', url: 'https://example.com/b' }, { text: '', url: 'https://example.com/c' }),
    ],
    expects: 'high',
    at: ['m'],
    names: 'example.com/c',
  },

  { is: 'an address', rule: 'a11y.link-href-empty', blocks: [paragraph(`<p>${link('Bread')}</p>`)] },
  { is: 'a merge tag', rule: 'a11y.link-href-empty', blocks: [button({ url: '{{ url }}' })] },
  { is: 'a place in the mail', rule: 'a11y.link-href-empty', blocks: [html('<a href="#prices">Prices</a>')] },
  {
    is: '#',
    rule: 'a11y.link-href-empty',
    blocks: [paragraph(`<p>${link('Bread', '#')}</p>`)],
    expects: 'high',
  },
  {
    is: 'none',
    rule: 'a11y.link-href-empty',
    blocks: [paragraph(`<p>${link('Bread', ' ')}</p>`)],
    expects: 'high',
    names: 'empty',
  },
  { is: 'an anchor', rule: 'a11y.link-href-empty', blocks: [html('<a name="x">Bread</a>')] },
  {
    is: 'buttons, menus, icons and videos without one',
    rule: 'a11y.link-href-empty',
    blocks: [
      button({ url: '' }),
      menu({ text: 'Bread', url: '' }),
      { type: 'social', id: 's', icons: [{ platform: 'github', url: '#' }] },
      { type: 'video', id: 'v', url: '', thumbnailUrl: 'https://example.com/a.png' },
    ],
    expects: ['high', 'high', 'high', 'high'],
    at: ['b', 'm', 's', 'v'],
  },
  { is: 'a picture that is no link', rule: 'a11y.link-href-empty', blocks: [image({ linkUrl: '' })] },
  {
    is: 'a picture that links to #',
    rule: 'a11y.link-href-empty',
    blocks: [image({ linkUrl: '#' })],
    expects: 'high',
  },

  {
    is: 'a link in a link',
    rule: 'a11y.link-nested',
    blocks: [html(`<a href="https://example.com/1">Bread <b>${link('and cake')}</b></a>`)],
    expects: 'high',
    names: 'and cake',
  },
  {
    is: 'a link right in a link',
    rule: 'a11y.link-nested',
    blocks: [html(`<p>${link(`Bread ${link('and cake')} and more`)}</p>`)],
    expects: 'high',
    names: 'and cake',
  },
  {
    is: 'an anchor in a link',
    rule: 'a11y.link-nested',
    blocks: [html(link('Bread <a name="x">and cake</a>'))],
  },
  { is: 'two links', rule: 'a11y.link-nested', blocks: [html(link('Bread') + link('Cake'))] },
];

const NAMES: Case[] = [
  { is: 'a name', rule: 'a11y.link-vague', blocks: [paragraph(`<p>${link('Read the recipe')}</p>`)] },
  {
    is: 'here',
    rule: 'a11y.link-vague',
    blocks: [paragraph(`<p>${link('here')}</p>`)],
    expects: 'medium',
    names: 'here',
  },
  {
    is: 'with an arrow',
    rule: 'a11y.link-vague',
    blocks: [paragraph(`<p>${link('Learn more →')}</p>`)],
    expects: 'medium',
  },
  {
    is: 'on a button',
    rule: 'a11y.link-vague',
    blocks: [button({ text: 'CLICK HERE!' })],
    expects: 'medium',
    names: 'button',
  },
  {
    is: 'the name of a picture',
    rule: 'a11y.link-vague',
    blocks: [image({ alt: 'More', linkUrl: 'https://example.com/' })],
    expects: 'medium',
  },
  {
    is: 'a button that names a thing',
    rule: 'a11y.link-vague',
    blocks: [button({ text: 'See more cakes' })],
  },
  ...(
    [
      ['de', 'Hier klicken'],
      ['de-AT', 'Mehr erfahren'],
      ['fr', 'En savoir plus'],
      ['fr', 'Plus d’infos'],
      ['es', 'Haz clic aquí'],
      ['nl', 'Lees meer'],
      ['it', 'Scopri di più'],
      ['pt', 'Saiba mais'],
    ] as const
  ).map(
    ([locale, text]): Case => ({
      is: `${text} (${locale})`,
      rule: 'a11y.link-vague',
      settings: { locale },
      blocks: [button({ text })],
      expects: 'medium',
    }),
  ),
  {
    is: 'a language without words',
    rule: 'a11y.link-vague',
    settings: { locale: 'cs' },
    blocks: [button({ text: 'here' })],
    expects: 'not measured',
  },

  {
    is: 'one name, one place',
    rule: 'a11y.link-same-text',
    blocks: [
      paragraph(`<p>${link('Bread')} ${link('bread!', 'https://example.com/a/?utm_source=mail')}</p>`),
    ],
  },
  {
    is: 'one name, one place, with tracking parameters at any position',
    rule: 'a11y.link-same-text',
    blocks: [
      button({ id: 'a', text: 'Bread', url: 'https://example.com/a?id=2#top' }),
      button({ id: 'b', text: 'Bread', url: 'https://example.com/a/?utm_source=mail&id=2#top' }),
      button({ id: 'c', text: 'Bread', url: 'https://example.com/a?id=2&utm_source=mail&mc_cid=3#top' }),
    ],
  },
  {
    is: 'one name, two places',
    rule: 'a11y.link-same-text',
    blocks: [paragraph(`<p>${link('Bread')}</p>`), button({ text: 'BREAD', url: 'https://example.com/b' })],
    expects: 'low',
    at: ['b'],
  },
  {
    is: 'one name, three places, one of them twice',
    rule: 'a11y.link-same-text',
    blocks: [
      paragraph(
        `<p>${['a', 'b', 'c', 'b'].map((path) => link('Bread', `https://example.com/${path}`)).join(' ')}</p>`,
      ),
    ],
    expects: ['low', 'low'],
  },
  {
    is: 'places that merge tags decide',
    rule: 'a11y.link-same-text',
    blocks: [paragraph(`<p>${link('Bread', '{{ a }}')} ${link('Bread', '{{ b }}')}</p>`)],
  },
  {
    is: 'of which one is shown',
    rule: 'a11y.link-same-text',
    blocks: ['a', 'b'].map((id) =>
      button({
        id,
        url: `https://example.com/${id}`,
        displayCondition: { label: '', before: '{% if vip %}', after: '{% endif %}' },
      }),
    ),
  },
  {
    is: 'names that say nothing: another rule',
    rule: 'a11y.link-same-text',
    blocks: [paragraph(`<p>${link('here')} ${link('here', 'https://example.com/b')}</p>`)],
  },
];

testCases(
  [...EMPTY, ...NAMES],
  ['a11y.link-empty', 'a11y.link-href-empty', 'a11y.link-nested', 'a11y.link-vague', 'a11y.link-same-text'],
);

test('the lists are clean: lower case, nothing twice, and names that say something are not on them', () => {
  for (const [language, { vagueLinks, pictureOf, smallWords }] of languageWords) {
    for (const list of [vagueLinks, pictureOf, smallWords]) {
      expect(list.map((word) => word.toLowerCase().trim())).toEqual([...list]);
      expect({ language, twice: list.filter((word, index) => list.indexOf(word) !== index) }).toEqual({
        language,
        twice: [],
      });
    }
    expect(vagueLinks.length).toBeGreaterThan(35);
    expect(vagueLinks.every((name) => isVague(`${name.toUpperCase()} »`, language))).toBe(true);
    for (const name of ['Instagram', 'info@example.com', 'Robin', ''])
      expect(isVague(name, language)).toBe(false);
  }
});
