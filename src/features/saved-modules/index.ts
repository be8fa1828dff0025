export { moduleNotFound } from './errors.ts';
export { listProjectModules, shareModules } from './operations/project-modules.ts';
export { selectModuleNamed } from './saved-module.ts';
