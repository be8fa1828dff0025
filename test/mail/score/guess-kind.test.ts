import { expect, test } from 'bun:test';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { goodMails } from './good-mails.ts';
import { mailOf } from './mail-reading.ts';
import { corpora } from './spam-stacks.ts';

test.each([...corpora, ...goodMails].map(({ name, ...mail }) => [name, mail] as const))(
  'the kind of %s is told by its texts',
  (_, { content, subject, kind }) => {
    expect(readMail(content, { subject }).kind).toBe(kind);
  },
);

const kindOf = (...texts: string[]) =>
  mailOf(texts.map((content) => ({ type: 'paragraph', content: `<p>${content}</p>` }))).kind;

test.each<string[]>([
  ['Here is your verification code: 1234'],
  ['Setzen Sie Ihr Passwort zurück'],
  ['Confirmez votre adresse'],
  ['Tu pedido está en camino'],
  ['Uw factuur van maart'],
  ['A workflow has been shared with you'],
  ['Scheduled change request failed to apply'],
  ['Build status: broken'],
  ['Conferma il tuo indirizzo'],
  ['Redefina sua senha'],
  ['Click below to go on', 'If you didn’t request this, ignore it.'],
  ['Thanks. This is your receipt.', '10 % off your next order'],
])('"%s" is transactional', (...texts: string[]) => {
  expect(kindOf(...texts)).toBe('transactional');
});

test.each<string[]>([
  ['10 % off', 'Your order is one click away'],
  ['Sale', 'The offer expires in three days'],
  ['Three soups for cold days'],
  ['Invoices made easy', 'Unsubscribe'],
  [''],
])('"%s" is marketing', (...texts: string[]) => {
  expect(kindOf(...texts)).toBe('marketing');
});
