import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { expectError } from '../../support/expect-error.ts';
import { contentOf, GUARD_MS, openPress, type Press, paragraph } from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress();
});
afterAll(() => press.app.stop());

const compile = (mjml: unknown) => press.tenant.request('POST', '/render/mjml', { body: { mjml } });
const mailOf = (body: string) => `<mjml><mj-body>${body}</mj-body></mjml>`;
const textOf = (text: string, attributes = '') =>
  mailOf(`<mj-section><mj-column><mj-text${attributes}>${text}</mj-text></mj-column></mj-section>`);

test('compiles MJML to the HTML of a mail, and keeps merge tags', async () => {
  const { status, body } = await compile(textOf('Hi {{ name }}', ' color="{{ color }}"'));
  expect([status, Object.keys(body.data)]).toEqual([200, ['html']]);
  expect(body.data.html).toStartWith('<!doctype html>');
  expect(body.data.html).toContain('Hi {{ name }}');
  expect(body.data.html).toContain('color:{{ color }}');
});

test('compiles the MJML of an export to the HTML of that export', async () => {
  const content = contentOf(paragraph('<p>Words with <strong>weight</strong></p>'));
  const { html, mjml } = (await press.render({ content })).body.data;
  expect((await compile(mjml)).body.data.html).toBe(html);
});

test.each([
  ['nothing', '', /^mjml is no MJML: it begins with <mjml>\.$/],
  ['text', 'hello', /^mjml is no MJML/],
  ['HTML', '<p>Hi</p>', /^mjml is not valid: line 1, p: Element p doesn't exist/],
  ['an unknown element', mailOf('<mj-nope></mj-nope>'), /^mjml is not valid: line 1, mj-nope: /],
  [
    'an unknown attribute',
    textOf('x', ' foo="1"'),
    /^mjml is not valid: line 1, mj-text: Attribute foo is illegal\.$/,
  ],
  ['many faults', mailOf('<mj-nope></mj-nope>'.repeat(20)), /; and \d+ more\.$/],
  ['a very deep tree', mailOf('<mj-section>'.repeat(20_000)), /^mjml /],
  ['too much', textOf('x'.repeat(1_100_000)), /^mjml /],
  ['no text', 7, /^mjml /],
])('refuses %s', async (_name, mjml, message) => {
  const answer = await compile(mjml);
  expectError(answer, 422, 'validation_failed');
  expect(answer.body.message).toMatch(message);
  expect(answer.body.message.length).toBeLessThan(1500);
  // No path of the server's machine.
  expect(answer.body.message).not.toContain(process.cwd());
});

test('reads no files', async () => {
  const included = mailOf('<mj-include path="/etc/passwd" /><mj-include path="/etc/passwd" type="html" />');
  const { status, body } = await compile(included);
  expect(status).toBe(200);
  expect(body.data.html).not.toContain('root:');
});
