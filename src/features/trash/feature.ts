import { defineFeature } from '../../platform/feature.ts';

export const trash = defineFeature({
  name: 'trash',
  services: () => ({}),
});
