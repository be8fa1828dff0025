import { defineFeature } from '../../platform/feature.ts';
import { checkIntegrity } from './operations/check-integrity.ts';
import { deleteProject } from './operations/delete-project.ts';
import { initialiseInstance } from './operations/initialise-instance.ts';
import { rebaseMedia } from './operations/rebase-media.ts';
import { instanceRoutes } from './routes.ts';

export const instance = defineFeature({
  name: 'instance',
  routes: instanceRoutes,
  commands: [initialiseInstance, deleteProject, checkIntegrity, rebaseMedia],
});
