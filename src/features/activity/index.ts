export { listAllActivity } from './operations/list-all-activity.ts';
export { recordActivity } from './record-activity.ts';
export { activityRoutes } from './routes.ts';
