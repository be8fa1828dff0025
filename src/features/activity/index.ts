export { listAllActivity } from './operations/list-all-activity.ts';
