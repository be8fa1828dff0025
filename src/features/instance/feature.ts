import { defineFeature } from '../../platform/feature.ts';
import { checkIntegrity } from './operations/check-integrity.ts';
import { deleteProject } from './operations/delete-project.ts';
import { initializeInstance } from './operations/initialize-instance.ts';
import { rebaseMedia } from './operations/rebase-media.ts';
import { instanceRoutes } from './routes.ts';

export const instance = defineFeature({
  name: 'instance',
  routes: instanceRoutes,
  commands: [initializeInstance, deleteProject, checkIntegrity, rebaseMedia],
});
