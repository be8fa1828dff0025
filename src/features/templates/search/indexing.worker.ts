import { serveWorker } from '../../../platform/workers/serve.ts';
import { readTexts } from './read-texts.ts';

serveWorker(readTexts);
