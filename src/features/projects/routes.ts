import { route } from '../../http/route.ts';
import { getProjectConfig } from './operations/get-project-config.ts';

export const projectRoutes = [route('GET', '/config', getProjectConfig, { reach: true })];
