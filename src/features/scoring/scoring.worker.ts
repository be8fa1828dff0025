import { scoreContent } from '../../mail/score/score-content.ts';
import { serveWorker } from '../../platform/workers/serve.ts';

serveWorker(scoreContent);
