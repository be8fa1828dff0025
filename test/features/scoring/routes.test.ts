import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { compactVerify } from 'jose';
import { createProject } from '../../../src/features/projects/index.ts';
import { selectProject } from '../../../src/features/projects/queries.ts';
import { accessibilityRules } from '../../../src/mail/score/rules/accessibility/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { longMail } from '../../bench/long-mail.ts';
import { expectError } from '../../support/expect-error.ts';
import {
  type Answer,
  adminScope,
  createTestApp,
  smallContent,
  type TestApp,
} from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant();
});
afterAll(() => app.stop());

const AREAS = ['spam', 'readability', 'accessibility', 'bestPractices'];
interface EditorScore {
  categories: Record<string, { score: number; findings: object[] }>;
}

const gone = '00000000-0000-7000-8000-000000000000';

async function createTemplate(content: unknown = smallContent()): Promise<string> {
  const answer = await tenant.request('POST', '/templates', { body: { content, name: 'Letter' } });
  return answer.body.data.id;
}

const ask = (id: string, what: string, body: unknown) =>
  tenant.request('POST', `/templates/${id}/ai/${what}`, { body, headers: { accept: 'text/event-stream' } });

/** Reads the event stream as the editor does: by complete lines. */
function eventsOf({ text, headers }: Answer): Record<string, unknown>[] {
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)));
}

describe('the accessibility report', () => {
  const picture = {
    id: 'x',
    type: 'image',
    src: 'https://orchard.example/a.png',
    linkUrl: 'https://orchard.example/',
  };
  const verify = async (jws: string) => {
    const project = await selectProject(app.deps.db.reader, app.first.project_id);
    const key = new TextEncoder().encode(project?.signingKey);
    const { payload } = await compactVerify(jws, key, { algorithms: ['HS256'] });
    return JSON.parse(new TextDecoder().decode(payload));
  };

  test('names each rule with its criteria, verdict and places, and the project signs it', async () => {
    const id = await createTemplate({ blocks: [picture], settings: { locale: 'de' } });
    const { status, body } = await tenant.request('GET', `/templates/${id}/accessibility-report`);
    const { report, signature } = body.data;
    expect([status, report.verdict, report.template_id, report.version]).toEqual([200, 'failed', id, 1]);
    const ids = accessibilityRules.map((rule) => rule.id);
    expect(report.rules.map(({ rule }: { rule: string }) => rule).toSorted()).toEqual(ids.toSorted());
    const find = (wanted: string) => report.rules.find(({ rule }: { rule: string }) => rule === wanted);
    expect(find('a11y.linked-img-no-alt')).toMatchObject({
      wcag: [
        { criterion: '1.1.1', name: 'Non-text Content', level: 'A', en_301_549: '10.1.1.1' },
        { criterion: '2.4.4', en_301_549: '10.2.4.4' },
      ],
      verdict: 'failed',
      places: [{ block_id: 'x', severity: 'high' }],
    });
    expect(find('a11y.target-size')).toMatchObject({
      wcag: [{ criterion: '2.5.8', en_301_549: null }],
      verdict: 'passed',
    });
    expect(find('a11y.title')).toMatchObject({ verdict: 'passed', places: [] });
    expect(await verify(signature)).toEqual(report);
  });

  test('counts places that it leaves out, and a rule never passes because others failed more often', async () => {
    const blocks = Array.from({ length: 250 }, (_, index) => ({ ...picture, id: `x${index}` }));
    const small = {
      id: 'small',
      type: 'button',
      text: 'Order',
      url: 'https://orchard.example/',
      buttonPadding: { top: 8, right: 9, bottom: 8, left: 9 },
    };
    const id = await createTemplate({ blocks: [...blocks, small], settings: {} });
    const { body } = await tenant.request('GET', `/templates/${id}/accessibility-report`);
    const find = (wanted: string) =>
      body.data.report.rules.find(({ rule }: { rule: string }) => rule === wanted);
    const { places, places_omitted } = find('a11y.linked-img-no-alt');
    expect(places.length + places_omitted).toBe(250);
    expect(find('a11y.target-size')).toMatchObject({ verdict: 'failed', places_omitted: 1 });
  });

  test('is a page to print, which shows contents as text', async () => {
    const id = await createTemplate({ blocks: [{ ...picture, id: '<script>' }], settings: {} });
    const { status, text, headers } = await tenant.request(
      'GET',
      `/templates/${id}/accessibility-report.html`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('Accessibility report Letter.html');
    expect(text).toContain('10.1.1.1');
    expect(text).toContain('Block &lt;script&gt;: ');
    expect(text).not.toContain('<script>');
  });

  test('is not there for a template of somebody else', async () => {
    expectError(await tenant.request('GET', `/templates/${gone}/accessibility-report`), 404, 'not_found');
  });
});

describe('the score of the editor', () => {
  test('is one event with all four areas', async () => {
    const id = await createTemplate();
    const current_content = { blocks: [{ id: 'x', type: 'image', src: 'https://orchard.example/a.png' }] };
    const answer = await ask(id, 'score', { current_content, merge_tags: [] });
    const [event, ...more] = eventsOf(answer);
    expect([answer.status, more]).toEqual([200, []]);
    const { type, result } = event as unknown as { type: string; result: EditorScore };
    expect([type, Object.keys(result.categories)]).toEqual(['done', AREAS]);
    for (const area of AREAS) {
      const { score = -1, findings = [] } = result.categories[area] ?? {};
      expect([area, Number.isInteger(score), score >= 0 && score <= 100]).toEqual([area, true, true]);
      for (const finding of findings) {
        expect(finding).toMatchObject({
          id: expect.stringMatching(/^(spam|read|a11y|best)\.[a-z0-9-]+:(mail|x):\d+$/),
          severity: expect.stringMatching(/^(high|medium|low)$/),
          message: expect.any(String),
          suggestion: expect.any(String),
        });
      }
    }
    expect(result.categories.accessibility?.findings).toContainEqual(
      expect.objectContaining({ id: 'a11y.img-alt:x:1', blockId: null, location: 'x', severity: 'high' }),
    );
  });

  test('names as blockId only blocks in which the editor can fix the finding', async () => {
    const image = { id: 'img', type: 'image', src: 'https://orchard.example/a.png' };
    const text = (id: string, content: string) => ({ id, type: 'paragraph', content });
    const loud = '<p>The garden is open again!!! Come and see it.</p>';
    const current_content = {
      blocks: [
        { id: 'deep', type: 'title', level: 1, content: '<p>Spring</p>' },
        { id: 'jump', type: 'title', level: 4, content: '<p>Garden</p>' },
        image,
        text('loud', loud),
        text('vague', '<p>We wrote about it, <a href="https://garden.example/paths">click here</a>.</p>'),
        {
          id: 'sec',
          type: 'section',
          columns: '1',
          children: [[text('inner', '<p>Lorem ipsum dolor sit amet</p>')]],
        },
      ],
    };
    const show = async (app: TestApp) => {
      const owner = await app.openTenant();
      const created = await owner.request('POST', '/templates', { body: { content: smallContent() } });
      const path = `/templates/${created.body.data.id}/ai/score`;
      const [event] = eventsOf(await owner.request('POST', path, { body: { current_content } }));
      const { categories } = (event as unknown as { result: EditorScore }).result;
      const findings = Object.values(categories).flatMap(
        ({ findings }) => findings as { blockId: string | null; location: string | null }[],
      );
      const idsOf = (key: 'blockId' | 'location') =>
        [...new Set(findings.map((finding) => finding[key]))].filter((id) => id !== null).sort();
      return [idsOf('blockId'), idsOf('location')];
    };
    const all = ['img', 'inner', 'jump', 'loud', 'vague'];
    expect(await show(app)).toEqual([['loud'], all]);
    const withModel = await createTestApp({
      ai_provider: 'openai-compatible',
      ai_model: 'm',
      ai_base_url: 'http://127.0.0.1:1',
    });
    expect(await show(withModel)).toEqual([['loud', 'vague'], all]);
    await withModel.stop();
  });

  test('is of what was sent, and stores nothing', async () => {
    const id = await createTemplate(smallContent('Stored'));
    const before = (await tenant.request('GET', `/templates/${id}`)).text;
    const answer = await ask(id, 'score', { current_content: smallContent('Lorem ipsum dolor sit amet') });
    expect(answer.text).toContain('lorem ipsum'.replace('l', 'L'));
    expect((await tenant.request('GET', `/templates/${id}`)).text).toBe(before);
  });

  test('is of the stored content when none was sent', async () => {
    const id = await createTemplate(smallContent('Lorem ipsum dolor sit amet'));
    expect((await ask(id, 'score', {})).text).toContain('best.placeholder-text:b1:1');
  });

  test('reports unknown merge tags when the editor sends the known ones', async () => {
    const id = await createTemplate();
    const current_content = smallContent('Hello {{ nick | default: "you" }}');
    const of = async (merge_tags: unknown) => (await ask(id, 'score', { current_content, merge_tags })).text;
    expect(await of([])).not.toContain('is unknown');
    expect(await of([{ label: 'Nickname', value: '{{ nick }}' }])).not.toContain('is unknown');
    expect(await of([{ label: 'Name', value: '{{ name }}' }])).toContain('is unknown');
  });

  test('of a content larger than is rated at once comes from another process, and is the same', async () => {
    const id = await createTemplate();
    const content = longMail(60);
    expect(JSON.stringify(content).length).toBeGreaterThan(70_000);
    const [first] = eventsOf(await ask(id, 'score', { current_content: content }));
    const [again] = eventsOf(await ask(id, 'score', { current_content: content }));
    expect(first?.type).toBe('done');
    expect(again).toEqual(first as never);
    const { scoreContent } = await import('../../../src/mail/score/score-content.ts');
    const here = scoreContent({ content: JSON.stringify(content), fixTogether: false });
    const { categories } = (first as unknown as { result: EditorScore }).result;
    for (const area of AREAS) {
      expect([area, categories[area]?.score]).toEqual([area, here.areas[area as 'spam'].score]);
    }
  });
});

describe('what is wrong before the first event', () => {
  test('is an ordinary error', async () => {
    const id = await createTemplate();
    expectError(await ask(gone, 'score', { current_content: smallContent() }), 404, 'not_found');
    expectError(await ask(gone, 'score', {}), 404, 'not_found');
    expectError(await ask(id, 'score', { current_content: { blocks: 5 } }), 422, 'validation_failed');
    expectError(await ask(id, 'score', { kind: 'letter' }), 422, 'validation_failed');
    expectError(await ask(id, 'score', 'no JSON'), 400, 'invalid_json');
    expectError(await ask(id, 'fix-finding', { content: '<p></p>' }), 422, 'validation_failed');
  });

  test('is a plan without the feature', async () => {
    const { client_id, client_secret } = await perform(createProject, app.deps, adminScope, {
      name: 'Small',
      plan: 'starter',
    });
    const { token, project_id } = await app.exchangeToken('small', { client_id, client_secret });
    const path = `/api/v1/projects/${project_id}/tenants/small/templates/${gone}/ai`;
    for (const what of ['score', 'fix-finding']) {
      const answer = await app.request('POST', `${path}/${what}`, { token, body: {} });
      expectError(answer, 403, 'feature_unavailable');
      expect(answer.body.message).toBe("Feature 'ai_generation' is not available on your current plan.");
    }
  });
});

describe('a finding that is put right mechanically', () => {
  const html = '<p style="font-family:Lobster">Hello there</p>';
  const finding = {
    id: 'best.web-font:b1:1',
    message: 'x',
    suggestion: 'Write a fallback.',
    category: 'bestPractices',
  };

  test('comes back as HTML of the block', async () => {
    const id = await createTemplate();
    expect(eventsOf(await ask(id, 'fix-finding', { content: html, finding, merge_tags: [] }))).toEqual([
      { type: 'done', content: '<p style="font-family: Lobster, sans-serif">Hello there</p>' },
    ]);
  });

  test('also in a block that was not saved yet, whatever its id', async () => {
    const id = await createTemplate();
    const unsaved = { ...finding, id: 'best.web-font:new:block:1' };
    const [event] = eventsOf(
      await ask(id, 'fix-finding', { content: html, finding: unsaved, merge_tags: [] }),
    );
    expect(event?.content).toContain('sans-serif');
  });

  test('is refused, with what to do by hand, when there is no such fix', async () => {
    const id = await createTemplate();
    const body = {
      content: '<p>Lorem ipsum dolor sit amet</p>',
      finding: { ...finding, id: 'best.placeholder-text:b1:1' },
    };
    for (const other of [
      body,
      { ...body, finding: { ...finding, id: 'nonsense' } },
      { ...body, finding: { id: ':::' } },
    ]) {
      const answer = await ask(id, 'fix-finding', other);
      expectError(answer, 503, 'unavailable');
      expect(answer.body.message).toStartWith('No AI model is available here. ');
    }
  });

  test('does not store anything', async () => {
    const id = await createTemplate();
    const before = (await tenant.request('GET', `/templates/${id}`)).text;
    await ask(id, 'fix-finding', { content: html, finding, merge_tags: [] });
    expect((await tenant.request('GET', `/templates/${id}`)).text).toBe(before);
  });
});
