import { expect, test } from 'bun:test';
import { fingerprintSettings, loadSettings } from '../../src/config/index.ts';
import { loadPlans } from '../../src/features/projects/index.ts';

const PLANS = loadPlans('missing.json');
const KEY = new Uint8Array(32);

const hashesOf = (env: Record<string, string>, plans = PLANS, key = KEY) =>
  fingerprintSettings(loadSettings({}, env), plans, key).hashes;

const namesOf = (env: Record<string, string>) => Object.keys(hashesOf(env));

test('defaults and settings of the server itself are left out', () => {
  const own = {
    GALLEY_PORT: '4200',
    GALLEY_LOG_LEVEL: 'warn',
    GALLEY_TRASH_DAYS: '30',
    OTEL_SERVICE_NAME: 'two',
  };
  expect(namesOf(own)).toEqual(['plans.json']);
});

test('a hash is that of the value, of the plans and of the installation', () => {
  const hashes = hashesOf({ GALLEY_TRASH_DAYS: '3' });
  expect(hashesOf({ GALLEY_TRASH_DAYS: '3' })).toEqual(hashes);
  expect(hashesOf({ GALLEY_TRASH_DAYS: '4' })).not.toEqual(hashes);
  expect(hashesOf({ GALLEY_TRASH_DAYS: '3' }, PLANS, new Uint8Array(32).fill(1))).not.toEqual(hashes);
  const [starter] = [...PLANS.values()];
  const fewer = new Map([['starter', starter as NonNullable<typeof starter>]]);
  expect(hashesOf({}, fewer)['plans.json']).not.toBe(hashesOf({})['plans.json'] as string);
});

test('the hash of a secret is too short to guess it from', () => {
  const hashes = hashesOf({ GALLEY_AI_API_KEY: 'hunter2', GALLEY_AI_BASE_URL: 'https://ai.example.com' });
  expect(hashes['GALLEY_AI_API_KEY or GALLEY_AI_API_KEY_FILE']).toMatch(/^[0-9a-f]{2}$/);
  expect(hashes.GALLEY_AI_BASE_URL).toMatch(/^[0-9a-f]{8}$/);
});
