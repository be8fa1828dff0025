import { defineFeature } from '../../platform/feature.ts';
import { getBrand, setBrand } from './operations/brand.ts';
import { addProjectOrigin, listProjectOrigins, removeProjectOrigin } from './operations/origins.ts';
import {
  createProject,
  listProjects,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
} from './operations/projects.ts';
import { createTeam, listTeams } from './operations/teams.ts';
import { deleteTenant, listTenants } from './operations/tenants.ts';
import { OriginDirectory } from './origin-directory.ts';
import { requireKnownPlans } from './plans.ts';
import { projectRoutes } from './routes.ts';
import { projectTools } from './tools.ts';

export const projects = defineFeature({
  name: 'projects',
  services: (deps) => ({ origins: new OriginDirectory(deps.events) }),
  async prepare(deps) {
    await requireKnownPlans(deps);
    await deps.services.projects.origins.load(deps.db.reader);
  },
  routes: projectRoutes,
  tools: projectTools,
  commands: [
    createTeam,
    listTeams,
    createProject,
    listProjects,
    renameProject,
    rotateClientSecret,
    rotateSigningKey,
    setProjectPlan,
    getBrand,
    setBrand,
    listProjectOrigins,
    addProjectOrigin,
    removeProjectOrigin,
    listTenants,
    deleteTenant,
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    projects: { origins: OriginDirectory };
  }
}
