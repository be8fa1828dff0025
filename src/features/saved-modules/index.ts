export { listProjectModules, shareModules } from './operations/project-modules.ts';
