import { expect, test } from 'bun:test';
import { describeConfigurations } from '../../../src/platform/agents/agent-configurations.ts';

const access = {
  mcpUrl: 'https://mail.example/api/v1/mcp',
  apiKey: 'gly_key_x',
  projectId: '01a2',
  tenant: "Zoë's",
};
const HEADERS = { Authorization: 'Bearer gly_key_x', 'X-Project-Id': '01a2', 'X-Tenant': "Zo%C3%AB's" };

/** The configurations by the first word of their title. */
function sections(text: string): Map<string, string> {
  const parts = text.split(/^(?=\S)/m).map((part) => part.split(':\n\n'));
  return new Map(parts.map(([title = '', body = '']) => [title.split(' (')[0] ?? '', body.trim()]));
}

test('every configuration holds the address and the headers the endpoint needs', () => {
  const by = sections(describeConfigurations(access));
  const json = (name: string) => JSON.parse(by.get(name) ?? 'null');
  const galley = { url: access.mcpUrl, headers: HEADERS };
  expect(json('Cursor')).toEqual({ mcpServers: { galley } });
  expect(json('VS Code')).toEqual({ servers: { galley: { type: 'http', ...galley } } });
  expect(json('Others')).toEqual({ mcpServers: { galley: { type: 'http', ...galley } } });
  const desktop = json('Claude Desktop').mcpServers.galley;
  expect(desktop.env).toEqual({ AUTHORIZATION: 'Bearer gly_key_x' });
  expect(desktop.args).toEqual(
    expect.arrayContaining([access.mcpUrl, 'X-Project-Id:01a2', "X-Tenant:Zo%C3%AB's"]),
  );
  expect(desktop.args).not.toContain('--allow-http');
  const toml = Bun.TOML.parse(by.get('Codex') ?? '') as Record<string, unknown>;
  expect(toml).toEqual({ mcp_servers: { galley: { url: access.mcpUrl, http_headers: HEADERS } } });
});

test('the command for Claude Code passes each header as one argument', () => {
  const command = sections(describeConfigurations(access)).get('Claude Code') ?? '';
  const { stdout } = Bun.spawnSync(['sh', '-c', command.replace('claude', 'printf "%s\\n"')]);
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  expect(stdout.toString().trim().split('\n')).toEqual([
    ...['mcp', 'add', '--transport', 'http', 'galley', access.mcpUrl],
    ...headers,
  ]);
});
