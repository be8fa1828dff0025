import { afterAll } from 'bun:test';
import { processCount } from './engine.ts';

/** Ends the servers that answered the tests of a file. Preloaded (bunfig.toml), because an application of a test leaves them for the next one. */
if (processCount > 0) afterAll(async () => (await import('./server-processes.ts')).endServers());
