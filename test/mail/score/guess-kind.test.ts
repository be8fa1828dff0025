import { expect, test } from 'bun:test';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { contentOf } from '../render/rendering.ts';
import { goodMails } from './good-mails.ts';
import { mailOf } from './mail-reading.ts';
import { scoreSpam } from './spam-oracle.ts';
import { corpora } from './spam-stacks.ts';

test.each([...corpora, ...goodMails].map(({ name, ...mail }) => [name, mail] as const))(
  'the kind of %s is told by its texts',
  (_, { content, subject, kind }) => {
    expect(readMail(content, { subject }).kind).toBe(kind);
  },
);

const read = (...texts: string[]) =>
  mailOf(texts.map((content) => ({ type: 'paragraph', content: `<p>${content}</p>` })));
const kindOf = (...texts: string[]) => read(...texts).kind;

test.each<string[]>([
  ['Here is your verification code: 1234'],
  ['Setzen Sie Ihr Passwort zurück'],
  ['Confirmez votre adresse'],
  ['Welcome to Acme', 'Here is what you can do now'],
  ['Please confirm your subscription to our newsletter'],
  ['Tu pedido está en camino'],
  ['Uw factuur van maart'],
  ['A workflow has been shared with you'],
  ['Scheduled change request failed to apply'],
  ['Build status: broken'],
  ['Conferma il tuo indirizzo'],
  ['Redefina sua senha'],
  ['Click below to go on', 'If you didn’t request this, ignore it.'],
  ['Thanks. This is your receipt.', '10 % off your next order'],
  ['Thanks for riding with Damon!', 'x'.repeat(300), 'Receipt #4711'],
  ['Ihre Fahrt mit Damon', 'x'.repeat(300), 'Rechnungsnummer: 4711'],
  ['Your account is live', 'The documents you sent were approved'],
])('"%s" is transactional', (...texts: string[]) => {
  expect(kindOf(...texts)).toBe('transactional');
});

test.each<string[]>([
  ['10 % off', 'Your order is one click away'],
  ['Sale', 'The offer expires in three days'],
  ['Welcome to our spring newsletter', 'Three soups for cold days'],
  ['Three soups for cold days'],
  ['Invoices made easy', 'Unsubscribe'],
  [''],
])('"%s" is marketing', (...texts: string[]) => {
  expect(kindOf(...texts)).toBe('marketing');
});

const PASSWORD = [
  { type: 'paragraph', content: '<p>Forgot your password? It happens.</p>' },
  { type: 'button', text: 'Reset password', url: 'https://acme.example/reset' },
];
const FOOTER = {
  type: 'paragraph',
  content: '<p>You signed up for updates. <a href="https://acme.example/u">Unsubscribe</a></p>',
};

test('a button for what the reader asked for outweighs a way to unsubscribe, and an offer outweighs both', () => {
  const offer = { type: 'paragraph', content: '<p>By the way: 20 % off</p>' };
  expect(mailOf([...PASSWORD, FOOTER]).kind).toBe('transactional');
  expect(mailOf([...PASSWORD, offer, FOOTER]).kind).toBe('marketing');
  expect(mailOf([{ ...PASSWORD[1], text: 'Read about passwords' }, FOOTER]).kind).toBe('marketing');
});

test.each<[boolean, ...string[]]>([
  [false, 'Three soups for cold days'],
  [false, 'Robin', 'This message was sent from Robin to Robin'],
  [true, 'Sale', 'The offer expires in three days'],
  [true, 'Three soups for cold days', 'Unsubscribe'],
  [true, 'View this email in your browser', 'Three soups for cold days'],
  [true, 'Unser Newsletter im Mai'],
])('it is %p that a mail is surely marketing: %s', (isSure, ...texts) => {
  const { kind, isKindSure } = read(...texts);
  expect({ kind, isKindSure }).toEqual({ kind: 'marketing', isKindSure: isSure });
});

test('a mail that may be marketing loses less for a missing way to unsubscribe and address than one that is', () => {
  const blocks = [{ type: 'paragraph', content: '<p>Three soups for cold days, and how to cook them.</p>' }];
  const guessed = scoreSpam({ content: contentOf(blocks), subject: 'Soups' });
  const given = scoreSpam({ content: contentOf(blocks), subject: 'Soups', kind: 'marketing' });
  const rules = ['spam.no-unsubscribe', 'spam.no-postal-address'];
  for (const { findings } of [guessed, given]) expect(findings.map(({ rule }) => rule)).toEqual(rules);
  expect(guessed.findings.map(({ severity }) => severity)).toEqual(['medium', 'low']);
  expect(guessed.findings.map(({ suggestion }) => suggestion.includes('transactional'))).toEqual([
    true,
    true,
  ]);
  expect(guessed.score).toBeGreaterThanOrEqual(90);
  expect(given.score).toBeLessThan(70);
});
