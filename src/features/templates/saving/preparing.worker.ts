import { serveWorker } from '../../../platform/workers/serve.ts';
import { prepareUnparsed } from './prepare-sent.ts';

serveWorker(prepareUnparsed);
