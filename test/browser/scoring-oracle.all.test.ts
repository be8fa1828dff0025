import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Block, type TemplateContent, walkBlocks } from '../../src/mail/model/index.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { type MailFacts, readMail } from '../../src/mail/score/mail/read-mail.ts';
import type { RuleFinding } from '../../src/mail/score/rule.ts';
import { accessibilityRules } from '../../src/mail/score/rules/accessibility/index.ts';
import { readCorpus } from '../mail/import/corpus.ts';
import { importAll } from '../mail/import/importing.ts';
import { contentOf } from '../mail/render/rendering.ts';
import { cleanContent } from '../mail/score/clean-content.ts';
import { defects } from '../mail/score/defects/accessibility.ts';
import { withBlock } from '../mail/score/defects/defect.ts';
import { goodMails } from '../mail/score/good-mails.ts';
import { askAxe, type Verdict, type Verdicts } from './axe-verdicts.ts';
import { describeInBrowser, useBrowser } from './browser.ts';
import { arabic, english, gallery, LOOKS } from './gallery.ts';
import { assets } from './pictures.ts';

setDefaultTimeout(120_000);

/** Our rules that see what a rule of axe sees. */
const OURS: Record<string, string[]> = {
  'color-contrast': ['a11y.contrast', 'a11y.button-contrast'],
  'link-name': ['a11y.linked-img-no-alt', 'a11y.link-empty'],
  'image-alt': ['a11y.img-alt', 'a11y.linked-img-no-alt'],
  'heading-order': ['a11y.heading-skip'],
  'document-title': ['a11y.title'],
  'html-has-lang': ['a11y.lang'],
};

const MAPPED = new Set(Object.values(OURS).flat());
const CONTRAST = new Set(OURS['color-contrast']);

type Named = RuleFinding & { rule: string };

function findingsOf(content: TemplateContent, facts: MailFacts = {}): Named[] {
  const mail = readMail(content, facts);
  return accessibilityRules.flatMap((rule) => {
    const outcome = rule.check(mail);
    return 'notMeasured' in outcome ? [] : outcome.map((finding) => ({ rule: rule.id, ...finding }));
  });
}

/** Violations of axe that no finding of ours is about. */
function missed(violations: readonly Verdict[], findings: readonly Named[]): string[] {
  return violations
    .filter(
      ({ rule, block }) =>
        !findings.some((finding) => OURS[rule]?.includes(finding.rule) && finding.blockId === block),
    )
    .map(({ rule, block, summary, html }) => `${rule} at ${block}: ${summary} ${html}`);
}

/** What a verdict on contrast is about: two texts of a block may have the same colors, but not be of the same size. */
const colorsOf = ({ block, colors }: Verdict) => `${block} ${colors?.join(' ')}`;

function colorsIn({ blockId, message }: Named): string {
  const [, text, background, needed] = /\((#\w+) on (#\w+)\); it needs (.*)\.$/.exec(message) ?? [];
  return `${blockId} ${text} ${background} ${needed}`;
}

/** Contrasts we complain of that axe has not: it measured the same colors and found them good, or found no such text. */
function overdone({ violations, passes, incomplete }: Verdicts, findings: readonly Named[]): string[] {
  const bad = new Set(violations.map(colorsOf));
  const good = new Set(passes.map(colorsOf));
  const undecided = new Set(
    incomplete.filter(({ rule }) => rule === 'color-contrast').map(({ block }) => block),
  );
  // axe-core does not compare the fill of a button with what is behind the button.
  const isOfText = ({ message }: Named) => message.includes('it needs') && !message.includes('stands out');
  return findings
    .filter((finding) => CONTRAST.has(finding.rule) && isOfText(finding))
    .filter((finding) => {
      const colors = colorsIn(finding);
      return good.has(colors) || (!bad.has(colors) && !undecided.has(finding.blockId));
    })
    .map(({ blockId, message }) => `${blockId}: ${message}`);
}

/** The mail with a mark before and after each block, which axe-verdicts.ts reads. */
async function renderMarked(content: TemplateContent): Promise<string> {
  const mark = <B extends Block>(block: B): B => ({
    ...block,
    displayCondition: { label: '', before: `{%block ${block.id}%}`, after: '{%end%}' },
  });
  const blocks = content.blocks.map((block) =>
    block.type === 'section'
      ? { ...block, children: block.children.map((list) => list.map(mark)) }
      : mark(block),
  );
  const { html } = await renderHtml({ ...content, blocks }, { assets, title: 'A mail' });
  return html.replace(/\{%block (.*?)%\}/g, '<!--block $1-->').replaceAll('{%end%}', '<!--end-->');
}

const HEADING = { type: 'title', level: 2, content: 'What is at fault' };

/** Faults axe can see in a rendered mail, all in one. */
function spoil(content: TemplateContent): TemplateContent {
  const chosen = defects.filter(({ rule }) => MAPPED.has(rule));
  // A heading of level 4 is at fault only below one that is not of level 3.
  let spoiled = withBlock(content, { ...(contentOf([HEADING]).blocks[0] as Block), id: 'heading' });
  for (const [index, defect] of chosen.entries()) {
    const next = defect.inject(spoiled);
    // Those that change the mail as a whole are for mails of their own.
    if (next.blocks.length !== spoiled.blocks.length + 1) continue;
    const last = next.blocks.at(-1) as Block;
    spoiled = { ...next, blocks: [...spoiled.blocks, { ...last, id: `spoiled-${index}` } as Block] };
  }
  return spoiled;
}

const mails: [string, TemplateContent][] = [
  ...Object.entries(LOOKS).flatMap(([look, settings]) =>
    Object.entries(gallery(english, settings)).map(([theme, blocks]): [string, TemplateContent] => [
      `${theme} ${look}`,
      contentOf(blocks, settings),
    ]),
  ),
  ['texts from right to left', contentOf(gallery(arabic).texts ?? [], { locale: 'ar' })],
  ...goodMails.map(({ name, content }): [string, TemplateContent] => [name, content]),
  ...readCorpus().map(([name, input]): [string, TemplateContent] => [name, importAll(input).content]),
];

describeInBrowser('axe-core has found nothing we have not', () => {
  const viewer = useBrowser();

  test.each(mails)('in %s, as it is and spoiled', async (_name, content) => {
    for (const mail of [content, spoil(content)]) {
      const findings = findingsOf(mail);
      const verdicts = await askAxe(viewer, await renderMarked(mail));
      expect(missed(verdicts.violations, findings)).toEqual([]);
      // Of pages that run from right to left axe measures no contrast: it passes neither good nor bad colors.
      const isMeasured = mail.settings.locale !== 'ar';
      if (isMeasured) expect(overdone(verdicts, findings)).toEqual([]);
      if (mail === content) continue;
      // What was spoiled has to be seen by axe, or this compares nothing. The renderer writes levels of headings and names of
      // links right, whatever the content has.
      const rules = new Set(
        verdicts.violations.filter(({ block }) => block?.startsWith('spoiled')).map(({ rule }) => rule),
      );
      expect([...rules]).toEqual(isMeasured ? ['color-contrast'] : []);
    }
  });

  test('in mails whose settings are at fault', async () => {
    for (const settings of [
      { textColor: '#888888' },
      { linkColor: '#7fb0ff' },
      { backgroundColor: '#777777' },
    ]) {
      const content = { ...cleanContent(), settings: { ...cleanContent().settings, ...settings } };
      const verdicts = await askAxe(viewer, await renderMarked(content));
      expect(verdicts.violations.length).toBeGreaterThan(0);
      expect(missed(verdicts.violations, findingsOf(content))).toEqual([]);
      expect(overdone(verdicts, findingsOf(content))).toEqual([]);
    }
  });

  test('in a mail that has lost its language and title', async () => {
    const content = cleanContent();
    const { html } = await renderHtml(content, { assets });
    const spoiled = html
      .replace(/(<html[^>]*) lang="[^"]*"/, '$1')
      .replace(/<title>[^<]*<\/title>/, '<title></title>');
    for (const [mail, rules] of [
      [html, []],
      [spoiled, ['document-title', 'html-has-lang']],
    ] as const) {
      const findings = findingsOf(content, { rendered: { html: mail, text: '', bytes: mail.length } });
      const { violations } = await askAxe(viewer, mail);
      expect(violations.map(({ rule }) => rule).sort()).toEqual([...rules]);
      expect(missed(violations, findings)).toEqual([]);
      expect(findings.map(({ rule }) => rule).sort()).toEqual(
        rules.length === 0 ? [] : ['a11y.lang', 'a11y.title'],
      );
    }
  });
});

const IMG = '<img src="https://orchard.example/a.png"';
const HREF = 'https://orchard.example/';

/** HTML of authors, before the renderer mends what it can. */
const MARKUP = [
  `<p>Bread</p>${IMG}>`,
  `${IMG} alt="  ">`,
  `${IMG} alt="">`,
  `${IMG} alt="A loaf">`,
  `${IMG} role="presentation">`,
  `<a href="${HREF}">${IMG}></a>`,
  `<a href="${HREF}">${IMG} alt=""></a>`,
  `<a href="${HREF}">${IMG} alt=""> Bread</a>`,
  `<a href="${HREF}" aria-label="Bread">${IMG} alt=""></a>`,
  `<a href="${HREF}" title="Bread">${IMG} alt=""></a>`,
  `<a href="${HREF}"></a>`,
  `<a href="${HREF}"><span style="display:none">Bread</span></a>`,
  `<a href="${HREF}"> &nbsp; </a>`,
  `<a name="top"></a><p>Bread</p>`,
  '<h1>Bread</h1><h3>Rye</h3>',
  '<h3>Bread</h3><h5>Rye</h5><h6>Wheat</h6>',
  '<h2>Bread</h2><div><h3>Rye</h3></div><h2>Cake</h2>',
  '<p style="color:#999">Bread</p>',
  '<p style="color:rgb(119,119,119)">Bread</p>',
  '<p style="color:#767676">Bread</p>',
  '<table bgcolor="#333333"><tr><td><font color="#555555">Bread</font></td></tr></table>',
  '<div style="background:#222"><p style="color:#fff">Bread</p><a href="https://orchard.example/">Cake</a></div>',
  // A browser keeps more of a color than 8 bits: 0.4 is one that both have exactly.
  '<div style="background-color:rgba(0,0,0,.4)"><b style="color:#fff">Bread and cake</b></div>',
  '<p style="color:#8a8a8a;font-size:18pt">Bread</p><p style="color:#8a8a8a;font-size:1.2em">Cake</p>',
];

describeInBrowser('axe-core has found nothing we have not, in HTML of authors', () => {
  const viewer = useBrowser();

  test.each(MARKUP)('%s', async (markup) => {
    const content = contentOf([{ type: 'html', id: 'html', content: markup }]);
    const findings = findingsOf(content);
    const page = `<!doctype html><html lang="en"><title>Mail</title><body style="color:#1a1a1a"><!--block html--><div>${markup}</div><!--end--></body></html>`;
    const verdicts = await askAxe(viewer, page);
    expect(missed(verdicts.violations, findings)).toEqual([]);
    expect(overdone(verdicts, findings)).toEqual([]);
    // And the reverse: what we find, axe does.
    const alone = findings.filter(
      ({ rule }) => MAPPED.has(rule) && !verdicts.violations.some((each) => OURS[each.rule]?.includes(rule)),
    );
    expect(alone.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  });

  test('all the blocks that are marked are there', async () => {
    const [, content] = mails.find(([name]) => name.startsWith('sections')) as [string, TemplateContent];
    const marks = [...(await renderMarked(content)).matchAll(/<!--block (.*?)-->/g)].map(([, id]) => id);
    const leaves = [...walkBlocks(content)].filter(({ block }) => block.type !== 'section');
    expect(marks.length).toBe(leaves.length);
  });
});
