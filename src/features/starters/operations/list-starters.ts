import { Type } from '@sinclair/typebox';
import { STARTERS } from '../../../mail/starters/choose-starter.ts';
import { STARTER_LIST } from '../../../mail/starters/list.ts';
import { defineOperation } from '../../../platform/operation.ts';

export const StarterName = Type.Unsafe<string>(
  Type.Union(
    STARTERS.map((name) => Type.Literal(name)),
    { description: 'Name of a starter.' },
  ),
);

const Starter = Type.Object({
  name: StarterName,
  title: Type.String(),
  description: Type.String(),
  family: Type.String({ description: 'How it looks: editorial, product or bold.' }),
  kind: Type.String({ description: 'marketing or transactional' }),
});

export const listStarters = defineOperation({
  name: 'listStarters',
  summary: 'The built-in designs to begin a template with',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Starter) }),
  async run() {
    return { items: STARTER_LIST.map((starter) => ({ ...starter })) };
  },
});
