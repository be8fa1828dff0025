import { expect, test } from 'bun:test';
import { importContent } from '../../src/mail/import/import-content.ts';
import type { TemplateContent } from '../../src/mail/model/index.ts';
import { readMail } from '../../src/mail/score/mail/read-mail.ts';
import { composeFromStarters } from '../../src/mail/starters/compose.ts';
import { drawingUrl } from './starters/drawing-url.ts';

const ids = () => {
  let id = 0;
  return () => `id-${id++}`;
};

test.each([
  ['Spring sale', 'Spring sale'],
  ['Order {{ order.id }}', 'Order {{ order.id }}'],
  ['  Two\n lines ', 'Two lines'],
  ['*|MC:SUBJECT|*', undefined],
  ['{{ subject }}', undefined],
  ['Email', undefined],
  ['Untitled document', undefined],
  ['', undefined],
])('import takes the subject from the title %j', (title, subject) => {
  const sources = [
    {
      format: 'html' as const,
      body: `<html><head><title>${title}</title></head><body><p>Hello</p></body></html>`,
    },
    {
      format: 'mjml' as const,
      body: `<mjml><mj-head><mj-title>${title}</mj-title></mj-head><mj-body><mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>`,
    },
  ];
  for (const source of sources) {
    const imported = importContent(source, { makeId: ids() });
    expect(imported.ok && (imported.content as TemplateContent).settings.subject).toBe(subject as string);
  }
});

test('starters write their subject into the settings', () => {
  const { content, subject } = composeFromStarters(
    { prompt: 'Welcome new customers', mergeTags: [], addressOf: drawingUrl } as never,
    ids(),
  );
  expect(subject).not.toBe('');
  expect((content as TemplateContent).settings.subject).toBe(subject);
});

test('scores read the subject of the settings, unless one is given', () => {
  const content = { blocks: [], settings: { subject: 'From settings' } } as unknown as TemplateContent;
  expect(readMail(content).subject).toBe('From settings');
  expect(readMail(content, { subject: 'Given' }).subject).toBe('Given');
  expect(
    readMail({ blocks: [], settings: { subject: ' ' } } as unknown as TemplateContent).subject,
  ).toBeUndefined();
});
