import { McpServer, type McpServerFactory, type ServerCapabilities } from '@modelcontextprotocol/server';
import { registerInputRequired, requestState } from './fixtures/input-required.ts';
import { registerNotifyingTools } from './fixtures/notifying-tools.ts';
import { registerPrompts } from './fixtures/prompts.ts';
import { acceptSubscriptions, registerResources } from './fixtures/resources.ts';
import { registerTools } from './fixtures/tools.ts';

/** The lists never change, and a factory could not tell anybody who listens. */
const CAPABILITIES: ServerCapabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
  completions: {},
  logging: {},
};

/**
 * A server with everything the official conformance suite wants to call (the scenario texts of
 * @modelcontextprotocol/conformance name it), for each request. Not here are the four tools that call the client while a
 * request of revision 2025-11-25 is open: they need a session, which the endpoint does not keep.
 */
export const createFixtureServer: McpServerFactory = ({ era }) => {
  const isLegacy = era === 'legacy';
  const capabilities = { ...CAPABILITIES, resources: { listChanged: false, subscribe: isLegacy } };
  const server = new McpServer({ name: 'galley-fixtures', version: '1.0.0' }, { capabilities, requestState });
  registerTools(server);
  registerNotifyingTools(server);
  registerInputRequired(server);
  registerResources(server);
  registerPrompts(server);
  if (isLegacy) acceptSubscriptions(server);
  return server;
};
