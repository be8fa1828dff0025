import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cleanContent } from '../../mail/score/clean-content.ts';
import { defects as accessibility } from '../../mail/score/defects/accessibility.ts';
import { defects as bestPractices } from '../../mail/score/defects/best-practices.ts';
import { defects as readability } from '../../mail/score/defects/readability.ts';
import { defects as spam } from '../../mail/score/defects/spam.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

interface Finding {
  id: string;
  blockId: string | null;
  location: string | null;
  message: string;
}
interface EditorBlock {
  id: string;
  content?: string;
}

// Without a model: editors show "Fix with AI" at findings that have a block.
test('each finding that an editor is given a block for is fixed in the text of that block', async () => {
  const { request } = await app.openTenant();
  const ask = async (id: string, what: string, body: object) => {
    const { text } = await request('POST', `/templates/${id}/ai/${what}`, {
      body: { ...body, merge_tags: [] },
    });
    return JSON.parse(text.slice(text.lastIndexOf('data: ') + 6));
  };
  const findingsOf = async (id: string, current_content: object): Promise<Finding[]> => {
    const { result } = await ask(id, 'score', { current_content });
    return Object.values(result.categories as Record<string, { findings: Finding[] }>).flatMap(
      ({ findings }) => findings,
    );
  };
  const fixedRules = new Set<string>();
  for (const { inject } of [...accessibility, ...bestPractices, ...readability, ...spam]) {
    const created = await request('POST', '/templates', { body: { content: inject(cleanContent()) } });
    const { id, content } = created.body.data as { id: string; content: { blocks: EditorBlock[] } };
    for (const finding of await findingsOf(id, content)) {
      if (finding.blockId === null) continue;
      const before = content.blocks.find((block) => block.id === finding.blockId)?.content;
      expect({ finding, before }).toEqual({ finding, before: expect.any(String) });
      const { content: fixed } = await ask(id, 'fix-finding', { content: before, finding });
      const blocks = content.blocks.map((block) =>
        block.id === finding.blockId ? { ...block, content: fixed } : block,
      );
      const left = await findingsOf(id, { ...content, blocks });
      const isLeft = left.some(
        ({ message, location }) => message === finding.message && location === finding.location,
      );
      expect({ finding, fixed, isLeft }).toEqual({ finding, fixed: expect.any(String), isLeft: false });
      fixedRules.add(finding.id.split(':')[0] ?? '');
    }
  }
  expect(fixedRules.size).toBeGreaterThan(5);
}, 120_000);
