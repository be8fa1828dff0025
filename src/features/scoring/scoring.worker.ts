import { serveWorker } from '../../platform/workers/index.ts';
import { scoreContent } from './score-content.ts';

serveWorker(scoreContent);
