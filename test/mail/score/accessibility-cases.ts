import { describe, expect, test } from 'bun:test';
import { editContent, parseContent, type TemplateContent } from '../../../src/mail/model/index.ts';
import { type MailFacts, readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { NotMeasured, RuleFinding, Severity } from '../../../src/mail/score/rule.ts';
import { accessibilityRules } from '../../../src/mail/score/rules/accessibility/index.ts';
import { scoreMail } from '../../../src/mail/score/score.ts';

export type Fields = Record<string, unknown>;

/** A mail, and the expected findings of one rule. */
export interface Case {
  is: string;
  rule: string;
  blocks?: Fields[];
  settings?: Fields;
  facts?: MailFacts;
  /** The severities of all findings, in order; undefined: none. */
  expects?: Severity | Severity[] | 'not measured';
  /** Ids of the blocks with findings, in order; null: the mail. */
  at?: (string | null)[];
  /** Text in the message or suggestion of the first finding. */
  names?: string;
  /** Whether the first finding has a fix. All fixes must work in any case. */
  fixed?: boolean;
}

export function makeContent({
  blocks = [],
  settings = {},
}: Pick<Case, 'blocks' | 'settings'>): TemplateContent {
  let count = 0;
  const makeId = () => {
    count += 1;
    return `made-${count}`;
  };
  const parsed = parseContent({ blocks, settings: { locale: 'en', ...settings } }, { makeId });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.content;
}

function checkRule(id: string, content: TemplateContent, facts?: MailFacts): RuleFinding[] | NotMeasured {
  const rule = accessibilityRules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule.check(readMail(content, facts));
}

/** The findings of all rules. */
function findAll(content: TemplateContent, facts?: MailFacts): (RuleFinding & { rule: string })[] {
  const mail = readMail(content, facts);
  return accessibilityRules.flatMap((rule) => {
    const outcome = rule.check(mail);
    return 'notMeasured' in outcome ? [] : outcome.map((finding) => ({ rule: rule.id, ...finding }));
  });
}

type NamedFinding = RuleFinding & { rule: string };

/** The findings with the fixes that the service offers: those that need a trial have passed it. */
export function findOffered(content: TemplateContent): NamedFinding[] {
  return scoreMail(readMail(content), accessibilityRules).areas.accessibility?.findings ?? [];
}

const placeOf = ({ rule, blockId }: NamedFinding) => `${rule} ${blockId}`;
const keyOf = (finding: NamedFinding) => `${placeOf(finding)} ${finding.message}`;

function countBy(findings: readonly NamedFinding[], nameOf: (finding: NamedFinding) => string) {
  return new Map([...Map.groupBy(findings, nameOf)].map(([name, found]) => [name, found.length]));
}

/** Applies a fix as an agent would, and compares the findings before and after. */
export function expectFixWorks(content: TemplateContent, finding: NamedFinding): void {
  if (finding.fix === undefined) return;
  const edited = editContent(content, finding.fix, { makeId: () => 'made-by-fix' });
  if (!edited.ok) throw new Error(`${keyOf(finding)}: ${JSON.stringify(edited.faults)}`);
  const before = findAll(content);
  const after = findAll(edited.content);
  const key = keyOf(finding);
  expect(countBy(after, keyOf).get(key) ?? 0, key).toBeLessThan(countBy(before, keyOf).get(key) ?? 0);
  const had = countBy(before, placeOf);
  const added = [...countBy(after, placeOf)].filter(([place, count]) => count > (had.get(place) ?? 0));
  expect(added, `${key} ${JSON.stringify(finding.fix)}`).toEqual([]);
}

/** Tests every case of a table, and that every rule has cases. */
export function testCases(cases: readonly Case[], rules: readonly string[]): void {
  test('every rule fires, and does not', () => {
    for (const rule of rules) {
      const own = cases.filter((each) => each.rule === rule);
      const fires = own.filter(({ expects }) => expects !== undefined && expects !== 'not measured');
      expect({ rule, fires: fires.length > 0 }).toEqual({ rule, fires: true });
      expect({ rule, passes: own.some(({ expects }) => expects === undefined) }).toEqual({
        rule,
        passes: true,
      });
    }
  });
  describe.each([...new Set(cases.map(({ rule }) => rule))])('%s', (rule) => {
    for (const one of cases.filter((each) => each.rule === rule)) {
      test(`${one.is}: ${one.expects ?? 'fine'}`, () => expectCase(one));
    }
  });
}

function expectCase(one: Case): void {
  const content = makeContent(one);
  const outcome = checkRule(one.rule, content, one.facts);
  if ('notMeasured' in outcome) {
    expect(one.expects).toBe('not measured');
    expect(outcome.notMeasured).toMatch(/^[A-Z].*\.$/);
    return;
  }
  const wanted = one.expects === undefined ? [] : [one.expects].flat();
  expect(outcome.map(({ severity }) => severity) as string[]).toEqual(wanted);
  if (one.at !== undefined) expect(outcome.map(({ blockId }) => blockId)).toEqual(one.at);
  if (one.fixed !== undefined) expect(outcome[0]?.fix !== undefined).toBe(one.fixed);
  expect(`${outcome[0]?.message} ${outcome[0]?.suggestion}`).toContain(one.names ?? '');
  const { blockOf } = readMail(content);
  for (const finding of outcome) {
    expect(finding.blockId === null || blockOf.has(finding.blockId)).toBe(true);
    expect(finding.message).toMatch(/\.$/);
    expect(finding.suggestion).toMatch(/\.$/);
    if (one.facts?.rendered === undefined) expectFixWorks(content, { rule: one.rule, ...finding });
  }
}

export const paragraph = (content: string, more: Fields = {}): Fields => ({
  type: 'paragraph',
  id: 'p',
  content,
  ...more,
});
export const title = (content: string, level = 2, id = 't'): Fields => ({
  type: 'title',
  id,
  content,
  level,
});
export const image = (fields: Fields = {}): Fields => ({
  type: 'image',
  id: 'i',
  src: 'https://example.com/bread.jpg',
  alt: 'A loaf on a board',
  ...fields,
});
export const html = (content: string): Fields => ({ type: 'html', id: 'h', content });
export const button = (fields: Fields = {}): Fields => ({
  type: 'button',
  id: 'b',
  text: 'Order a loaf',
  url: 'https://example.com/order',
  ...fields,
});
export const colored = (color: string, text = 'Fresh bread today') =>
  `<p><span style="color: ${color}">${text}</span></p>`;
export const on = (backgroundColor: string): Fields => ({ styles: { backgroundColor } });
export const words = (count: number) => Array.from({ length: count }, () => 'bread').join(' ');
const rendered = (html: string): MailFacts => ({
  rendered: { html, text: '', bytes: html.length },
});
/** A mail rendered as a whole document around this body. */
export const page = (body: string, root = '<html lang="en" dir="ltr">', head = '<title>News</title>') =>
  rendered(`<!doctype html>${root}<head>${head}</head><body>${body}</body></html>`);
/** The wrapper that the renderer puts around the blocks. */
export const WRAPPER = '<div lang="en" dir="ltr" style="background:#ffffff">Hello</div>';
