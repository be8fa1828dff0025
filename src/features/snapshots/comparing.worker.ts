import { serveWorker } from '../../platform/workers/serve.ts';
import { compareContents } from './comparison.ts';

serveWorker(compareContents);
