import { type SpamCase, testCases } from './spam-cases.ts';

const calm = 'The press has run for two weeks now, and the first barrels are full.';

const money: SpamCase[] = [
  { is: 'a price', rule: 'spam.money', says: `${calm} It costs $12.50.` },
  { is: 'a year', rule: 'spam.money', says: 'Since 2,026 people came, 1,500,000 apples fell.' },
  {
    is: 'a million',
    rule: 'spam.money',
    says: 'You get $1,000,000 now.',
    expects: 'medium',
    points: 1,
    names: '$1,000,000',
  },
  { is: 'nearly a million', rule: 'spam.money', says: 'You get $999,999 now.' },
  { is: 'cents', rule: 'spam.money', says: 'You get $99,999.00 now.' },
  { is: 'in words', rule: 'spam.money', says: 'We share 8.5 million dollars.', expects: 'medium' },
  { is: 'sign and word', rule: 'spam.money', says: 'We share $8.5 million.', expects: 'medium' },
  {
    is: 'German',
    rule: 'spam.money',
    locale: 'de',
    says: 'Sie erhalten 2.500.000 € sofort.',
    expects: 'medium',
  },
  {
    is: 'German in words',
    rule: 'spam.money',
    locale: 'de',
    says: 'Wir teilen 12 Millionen Euro.',
    expects: 'medium',
  },
  { is: 'German, a price', rule: 'spam.money', locale: 'de', says: 'Das kostet 1.299,00 €.' },
  { is: 'French', rule: 'spam.money', locale: 'fr', says: 'Recevez 3 millions d’euros.', expects: 'medium' },
  { is: 'Portuguese', rule: 'spam.money', locale: 'pt', says: 'São 5 milhões de reais.', expects: 'medium' },
  {
    is: 'signs in another language',
    rule: 'spam.money',
    locale: 'ru',
    says: 'Вы получите $5,000,000 сразу.',
    expects: 'medium',
  },
  {
    is: 'the subject',
    rule: 'spam.money',
    says: calm,
    facts: { subject: '€2,000,000 for you' },
    expects: 'medium',
    at: null,
  },
  { is: 'three prices in few words', rule: 'spam.money', says: 'Shoes $50, boots $90, socks $9.' },
  {
    is: 'four prices in few words',
    rule: 'spam.money',
    says: 'Shoes $50, boots $90, socks $9, laces $3.',
    expects: 'medium',
    points: 0.4,
  },
  {
    is: 'four prices in many words',
    rule: 'spam.money',
    says: `${`${calm} `.repeat(6)} Shoes $50, boots $90, socks $9, laces $3.`,
  },
  {
    is: 'a receipt',
    rule: 'spam.money',
    says: 'Shoes $50, boots $90, socks $9, laces $3.',
    facts: { kind: 'transactional' },
  },
  {
    is: 'prices in a table',
    rule: 'spam.money',
    blocks: [
      { type: 'table', rows: ['$1', '$2', '$3', '$4', '$5'].map((content) => ({ cells: [{ content }] })) },
    ],
  },
];
testCases('money', money);
