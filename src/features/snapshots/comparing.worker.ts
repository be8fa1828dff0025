import { serveWorker } from '../../platform/workers/index.ts';
import { compareContents } from './comparison.ts';

serveWorker(compareContents);
