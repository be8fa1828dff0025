export { moduleNotFound } from './errors.ts';
export { listProjectModules, shareModules } from './operations/project-modules.ts';
export { selectModule } from './queries.ts';
