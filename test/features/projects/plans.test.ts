import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, listPlans, loadPlans, setProjectPlan } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { PlanFeatures } from '../../../src/platform/limits/plan.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp } from '../../support/test-app.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  file = join(folder, 'plans.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (plans: unknown) => {
  writeFileSync(file, typeof plans === 'string' ? plans : JSON.stringify(plans));
  return loadPlans(file);
};

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_failed') return error.message;
    throw error;
  }
  return 'accepted';
}

const builtIn = () => loadPlans(join(folder, 'none.json'));

test('the plans are listed with what they have', async () => {
  writeFileSync(file, JSON.stringify({ small: { extends: 'starter', limits: { max_templates: 3 } } }));
  const app = await createTestApp({ plans_file: file });
  const { items } = await perform(listPlans, app.deps, adminScope, {});
  expect(items.map(({ name }) => name)).toEqual(['starter', 'growth', 'scale', 'small']);
  expect(items.at(-1)).toMatchObject({ features: { mcp_server: false }, limits: { max_templates: 3 } });
  await app.stop();
});

test('a server with a plans file that is missing says so without words of the system', async () => {
  await expect(createTestApp({ plans_file: file })).rejects.toThrow(
    `GALLEY_PLANS_FILE: there is no file ${file}; create it, or correct GALLEY_PLANS_FILE.`,
  );
});

describe('the built-in plans', () => {
  test('are three, each with every feature decided; the tool server starts at growth', () => {
    expect([...builtIn().keys()]).toEqual(['starter', 'growth', 'scale']);
    const features = Object.keys(PlanFeatures.properties).sort();
    for (const plan of builtIn().values()) expect(Object.keys(plan.features).sort()).toEqual(features);
    expect([...builtIn().values()].map((plan) => plan.features.mcp_server)).toEqual([false, true, true]);
    expect([...builtIn().values()].map((plan) => plan.limits.max_templates)).toEqual([50, 500, null]);
  });
});

describe('the operator’s file', () => {
  test('changes of a built-in plan only what it names', () => {
    const plans = load({ starter: { features: { commenting: true }, limits: { max_templates: null } } });
    const before = builtIn().get('starter');
    expect(plans.get('starter')).toEqual({
      name: 'starter',
      features: { ...before?.features, commenting: true },
      limits: { ...before?.limits, max_templates: null },
    } as never);
    expect(plans.get('growth')).toEqual(builtIn().get('growth') as never);
    expect(builtIn().get('starter')?.features.commenting).toBe(false);
  });

  test('adds plans that extend others, its own too', () => {
    const plans = load({
      team: { extends: 'growth', limits: { max_templates: 1000 } },
      'Team XL': { extends: 'team', features: { white_label: true } },
    });
    expect([...plans.keys()]).toEqual(['starter', 'growth', 'scale', 'team', 'Team XL']);
    expect(plans.get('Team XL')).toMatchObject({
      name: 'Team XL',
      features: { white_label: true, mcp_server: true, collaboration: false },
      limits: { max_templates: 1000, media_categories: ['images', 'documents'] },
    });
  });

  test('that is empty of plans changes nothing', () => {
    expect(load({})).toEqual(builtIn());
  });

  test.each<[string, unknown, RegExp]>([
    ['broken JSON', '{"starter":', /JSON/i],
    ['an empty file', '', /JSON/i],
    ['a list', [], /object/],
    ['null', 'null', /object/],
    ['a new plan without extends', { team: {} }, /"team" is new.*"extends".*starter, growth, scale/],
    ['an unknown base', { team: { extends: 'huge' } }, /"huge", which does not exist/],
    ['itself as base', { team: { extends: 'team' } }, /"team", which does not exist/],
    ['an unknown feature', { starter: { features: { telepathy: true } } }, /starter\.features\.telepathy/],
    ['an unknown limit', { starter: { limits: { max_dreams: 1 } } }, /starter\.limits\.max_dreams/],
    ['an unknown key', { starter: { price: 5 } }, /starter\.price/],
    ['a text as feature', { starter: { features: { commenting: 'yes' } } }, /starter\.features\.commenting/],
    ['a negative limit', { starter: { limits: { max_templates: -1 } } }, /starter\.limits\.max_templates/],
    ['a fraction', { starter: { limits: { max_templates: 1.5 } } }, /starter\.limits\.max_templates/],
    [
      'no file size',
      { starter: { limits: { max_file_size_bytes: null } } },
      /starter\.limits\.max_file_size_bytes/,
    ],
    ['a plan that is a number', { starter: 5 }, /starter/],
    ['a wrong plan with a name every object has', { constructor: 5 }, /constructor/],
    ['a nameless plan', { '': { extends: 'scale' } }, /./],
  ])('%s is refused, naming file and place', (_name, plans, expected) => {
    const message = messageOf(() => load(plans));
    expect(message).toContain(file);
    expect(message).toMatch(expected);
  });

  test('that was named but is not there stops the start: a typing mistake must not go unnoticed', async () => {
    const missing = join(folder, 'no-such-plans.json');
    const outcome = await createTestApp({ plans_file: missing }).then(
      async (app) => {
        await app.stop();
        return 'started';
      },
      (error: Error) => error.message,
    );
    expect(outcome).toContain(missing);
  });

  test('beside the data is found by itself', async () => {
    writeFileSync(file, JSON.stringify({ tiny: { extends: 'starter', limits: { max_templates: 1 } } }));
    const app = await createTestApp({ data: folder });
    try {
      const { plan } = await perform(createProject, app.deps, adminScope, { name: 'Small', plan: 'tiny' });
      expect(plan).toBe('tiny');
    } finally {
      await app.close();
    }
  });
});

test('an unknown plan is refused, and the error lists the plans', async () => {
  const app = await createTestApp();
  try {
    const wrong = { project_id: app.first.project_id, plan: 'huge' };
    for (const action of [
      () => perform(setProjectPlan, app.deps, adminScope, wrong),
      () => perform(createProject, app.deps, adminScope, { name: 'x', plan: 'huge' }),
    ]) {
      await expect(action()).rejects.toThrow(/"huge" is not a plan.*starter, growth, scale/);
    }
  } finally {
    await app.stop();
  }
});

test('a project on a plan that is gone refuses to start, says which, and starts again once it is back', async () => {
  writeFileSync(file, JSON.stringify({ special: { extends: 'scale' } }));
  const app = await createTestApp({ data: folder });
  const { project_id } = app.first;
  await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'special' });
  await app.close();
  writeFileSync(file, '{}');
  const refused = createTestApp({ data: folder });
  await expect(refused).rejects.toThrow(new RegExp(`${project_id}.*"special"`));
  writeFileSync(file, JSON.stringify({ special: { extends: 'scale' } }));
  // It starts, and only then finds that the first run is long over.
  await expect(createTestApp({ data: folder })).rejects.toThrow(/initialized before/);
});
