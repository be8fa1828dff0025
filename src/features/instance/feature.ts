import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { checkIntegrity } from './operations/check-integrity.ts';
import { deleteProject } from './operations/delete-project.ts';
import { diagnoseInstance } from './operations/diagnose-instance.ts';
import { initializeInstance } from './operations/initialize-instance.ts';
import { rebaseMedia } from './operations/rebase-media.ts';
import { probeEndpoints } from './probes.ts';
import { Readiness } from './readiness.ts';
import { instanceRoutes } from './routes.ts';

interface ExposureSettings {
  cors_origins: readonly string[];
  demo: string;
}

export const instance = defineFeature({
  name: 'instance',
  services: (_, { cors_origins, demo }: ExposureSettings) => ({
    readiness: new Readiness(),
    exposure: { isCorsOpen: cors_origins.includes('*'), isDemoPublic: demo === 'public' },
  }),
  routes: [
    ...instanceRoutes,
    route('DELETE', '/projects/:project', deleteProject),
    route('POST', '/check', checkIntegrity),
  ],
  endpoints: probeEndpoints,
  commands: [initializeInstance, deleteProject, checkIntegrity, diagnoseInstance, rebaseMedia],
});

declare module '../../platform/deps.ts' {
  interface Services {
    instance: {
      readiness: Readiness;
      /** What settings open to everybody. */
      exposure: { isCorsOpen: boolean; isDemoPublic: boolean };
    };
  }
}
