export { checkMediaBaseUrl } from './base-url.ts';
export { findSeparateFiles } from './diagnosis/servers.ts';
export { checkIntegrity } from './operations/check-integrity.ts';
export { deleteProject } from './operations/delete-project.ts';
export { diagnoseInstance } from './operations/diagnose-instance.ts';
export { initializeInstance } from './operations/initialize-instance.ts';
export { rebaseMedia } from './operations/rebase-media.ts';
export { repairInstance } from './operations/repair-instance.ts';
