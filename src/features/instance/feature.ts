import { createProxyTrust } from '../../http/proxies.ts';
import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { ComparedSettings } from './diagnosis/settings.ts';
import { checkIntegrity } from './operations/check-integrity.ts';
import { deleteProject } from './operations/delete-project.ts';
import { diagnoseInstance } from './operations/diagnose-instance.ts';
import { initializeInstance } from './operations/initialize-instance.ts';
import { rebaseMedia } from './operations/rebase-media.ts';
import { repairInstance } from './operations/repair-instance.ts';
import { probeEndpoints } from './probes.ts';
import { Readiness } from './readiness.ts';
import { instanceRoutes } from './routes.ts';

interface InstanceSettings extends ComparedSettings {
  cors_origins: readonly string[];
}

export const instance = defineFeature({
  name: 'instance',
  services: (_, settings: InstanceSettings) => ({
    readiness: new Readiness(),
    exposure: {
      isCorsOpen: settings.cors_origins.includes('*'),
      isDemoPublic: settings.demo === 'public',
    },
    settings,
    isTrustedProxy: createProxyTrust(settings.trusted_proxies),
  }),
  routes: [
    ...instanceRoutes,
    route('DELETE', '/projects/:project', deleteProject),
    route('POST', '/check', checkIntegrity),
    route('POST', '/diagnosis', diagnoseInstance),
  ],
  endpoints: probeEndpoints,
  metrics: (deps) => [
    {
      name: 'ready',
      help: '1 if the server is ready, as /health/ready says, and reaches all parts; 0.5 if it is degraded.',
      type: 'gauge',
      read: () =>
        deps.services.instance.readiness.check(deps).then(
          (state) => (state === 'ready' ? 1 : 0.5),
          () => 0,
        ),
    },
    {
      name: 'other_servers',
      help: 'Other servers of the installation that renew their leases.',
      type: 'gauge',
      read: () => deps.nodes.others,
    },
  ],
  commands: [
    initializeInstance,
    deleteProject,
    checkIntegrity,
    diagnoseInstance,
    repairInstance,
    rebaseMedia,
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    instance: {
      readiness: Readiness;
      /** Access that settings give to everybody. */
      exposure: { isCorsOpen: boolean; isDemoPublic: boolean };
      /** For the check of settings. */
      settings: ComparedSettings;
      /** Whether the settings trust the headers that a peer sends about its clients. */
      isTrustedProxy(address: string): boolean;
    };
  }
}
