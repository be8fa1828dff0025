import { defineFeature } from '../../platform/feature.ts';
import { declareModuleUses } from './media-uses.ts';
import { savedModuleRoutes } from './routes.ts';

export const savedModules = defineFeature({
  name: 'savedModules',
  listeners: declareModuleUses,
  routes: savedModuleRoutes,
});
