import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { checkIntegrity } from './operations/check-integrity.ts';
import { deleteProject } from './operations/delete-project.ts';
import { initializeInstance } from './operations/initialize-instance.ts';
import { rebaseMedia } from './operations/rebase-media.ts';
import { Readiness } from './readiness.ts';
import { instanceRoutes } from './routes.ts';

export const instance = defineFeature({
  name: 'instance',
  services: () => ({ readiness: new Readiness() }),
  routes: [
    ...instanceRoutes,
    route('DELETE', '/projects/:project', deleteProject),
    route('POST', '/check', checkIntegrity),
  ],
  commands: [initializeInstance, deleteProject, checkIntegrity, rebaseMedia],
});

declare module '../../platform/deps.ts' {
  interface Services {
    instance: { readiness: Readiness };
  }
}
