import { checkFinding } from '../../mail/score/check-finding.ts';
import type { ScoringJob } from '../../mail/score/index.ts';
import { scoreContent } from '../../mail/score/score-content.ts';
import { serveWorker } from '../../platform/workers/serve.ts';

serveWorker((job: ScoringJob) => (job.task === 'rate' ? scoreContent(job) : checkFinding(job)));
