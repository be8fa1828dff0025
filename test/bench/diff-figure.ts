import type { Block, TemplateContent } from '../../src/mail/model/index.ts';
import { stopwatch } from '../../src/platform/clock.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { fetchOnce, type OpenTenant, openTenant, sendOnce } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { median } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
} from './servers.ts';

const SECTIONS = 100;

/** Runs before the measurement, until the code is fully compiled. */
const WARM_UPS = 30;

const ROUNDS = 60;

/** Forms of answer of a diff. */
const ANSWERS = ['full', 'compact'] as const;

type Section = Block & { type: 'section' };

/**
 * Time a client waits for the diff of two templates of 100 sections, compared with the least that any comparison takes:
 * parsing both and reading every value once.
 */
export const diffFigure: Figure = {
  name: 'diff',
  async measure() {
    const directory = makeDirectory();
    let galley: RunningScript | undefined;
    try {
      const server = await startGalley(directory, initializeData(directory));
      galley = server;
      const tenant = await openTenant(server, 'bench');
      const [before, after] = makePair();
      const path = await storePair(server, tenant, before, after);
      const texts = [JSON.stringify(before), JSON.stringify(after)] as const;
      const outcomes: Outcome[] = [];
      for (const answer of ANSWERS) {
        const request = { method: 'GET' as const, path: `${path}&answer=${answer}`, token: tenant.token };
        const bare: number[] = [];
        const own: number[] = [];
        for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
          const ofGalley = stopwatch();
          await fetchOnce(server, request);
          const galleyMs = ofGalley();
          const ofBare = stopwatch();
          countDifferences(JSON.parse(texts[0]), JSON.parse(texts[1]));
          const bareMs = ofBare();
          if (round < WARM_UPS) continue;
          own.push(galleyMs);
          bare.push(bareMs);
        }
        outcomes.push(...toOutcomes(answer, median(own), median(bare)));
      }
      return outcomes;
    } finally {
      await galley?.stop();
      removeDirectory(directory);
    }
  },
};

function toOutcomes(answer: string, galley: number, bare: number): Outcome[] {
  const figure = `diff of two ${SECTIONS}-section templates, ${answer}`;
  const common = { unit: 'ms', galley, generatorLoad: null } as const;
  return [
    { ...common, figure, baseline: null, target: { atMost: 25 } },
    { ...common, figure: `${figure}, against parsing and comparing`, baseline: bare, target: { atMost: 15 } },
  ];
}

/** Two versions with many changes between them: texts, styles, moved, added and deleted sections. */
function makePair(): [TemplateContent, TemplateContent] {
  const sections = collectSections(1, SECTIONS + 3);
  const { settings } = sampleContent(1, 1000);
  const before = { blocks: sections.slice(0, SECTIONS), settings };
  const after = structuredClone(before);
  for (const [index, section] of after.blocks.entries()) {
    if (index % 3 === 0) section.styles.padding.top += 5;
    for (const block of section.children.flat()) {
      if (block.type === 'paragraph' || block.type === 'title') block.content = reword(block.content, index);
    }
  }
  after.blocks.splice(40, 2);
  after.blocks.splice(10, 0, ...after.blocks.splice(70, 2));
  after.blocks.push(...structuredClone(sections.slice(SECTIONS)));
  return [before, { ...after, settings: { ...settings, width: 640 } }];
}

function collectSections(firstSeed: number, count: number): Section[] {
  const sections: Section[] = [];
  for (let seed = firstSeed; sections.length < count; seed += 1) {
    const { blocks } = sampleContent(seed, 100_000);
    sections.push(...blocks.filter((block): block is Section => block.type === 'section'));
  }
  return sections.slice(0, count);
}

function reword(html: string, index: number): string {
  return html.replace(/ (the|and|a) /g, (words, word) => (index % 2 === 0 ? ` some ${word} ` : words));
}

/** The path of the diff of two contents. */
async function storePair(
  server: RunningScript,
  { templates, token }: OpenTenant,
  before: TemplateContent,
  after: TemplateContent,
): Promise<string> {
  const send = async (path: string, body: object) => {
    const request = { method: 'POST' as const, path: templates + path, token, body: JSON.stringify(body) };
    return ((await sendOnce(server, request)) as { data: { id: string } }).data.id;
  };
  const id = await send('', { content: after });
  const from = await send(`/${id}/snapshots`, { content: before });
  return `${templates}/${id}/diff?from=${from}`;
}

/** The number of values that differ at the same path. */
function countDifferences(one: unknown, other: unknown): number {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other ? 0 : 1;
  }
  let count = 0;
  for (const key in one) {
    const value = (one as Record<string, unknown>)[key];
    count += countDifferences(value, (other as Record<string, unknown>)[key]);
  }
  return count;
}
