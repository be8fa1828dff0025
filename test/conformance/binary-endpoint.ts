import {
  askGalley,
  createTestDirectory,
  type Server,
  startServer,
  type TestDirectory,
} from '../binary/support.ts';
import { type Caller, UNLIMITED_REQUESTS } from './caller.ts';

export interface BinaryEndpoint {
  server: Server;
  caller: Caller;
  place: TestDirectory;
  stop(): Promise<void>;
}

/** Starts the executable with limits that the suite does not reach, and makes an API key. */
export async function startBinaryEndpoint(): Promise<BinaryEndpoint> {
  const place = createTestDirectory();
  try {
    const server = await startServer(place, [], {
      GALLEY_MCP_REQUESTS_PER_MINUTE: String(UNLIMITED_REQUESTS),
      GALLEY_MCP_REQUESTS_PER_HOUR: String(UNLIMITED_REQUESTS),
    });
    const { api_key } = await askGalley(place, 'key', 'create', '--name', 'Conformance');
    const [project] = await askGalley(place, 'project', 'list');
    return {
      server,
      caller: { apiKey: api_key, projectId: project.id, tenant: 'default' },
      place,
      async stop() {
        await server.stop();
        place.remove();
      },
    };
  } catch (error) {
    place.remove();
    throw error;
  }
}
