import { route } from '../../http/route.ts';
import { STARTER_LIST } from '../../mail/starters/list.ts';
import { defineFeature } from '../../platform/feature.ts';
import { listStarters } from './operations/list-starters.ts';

export const starters = defineFeature({
  name: 'starters',
  routes: [route('GET', '/starters', listStarters, { answer: 'items' })],
  resources: [
    {
      uri: 'service://starters',
      name: 'starters',
      title: 'Starters',
      description: 'The built-in designs for create-template: what each is for, and how it looks.',
      mimeType: 'application/json',
      read: () => JSON.stringify(STARTER_LIST, null, 2),
    },
  ],
});
