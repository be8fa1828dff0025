/** The address of the tool server and the credentials of an agent. */
interface AgentAccess {
  mcpUrl: string;
  apiKey: string;
  projectId: string;
  tenant: string;
}

/** Configurations of common agents, ready to paste. They hold the key. */
export function describeConfigurations(access: AgentAccess): string {
  return listConfigurations(access)
    .map(({ client, place, text }) => {
      const title = place === undefined ? client : `${client} (${place})`;
      return `${title}:\n\n${indent(text)}`;
    })
    .join('\n\n');
}

interface Configuration {
  client: string;
  /** The file it belongs into, or what else to know. */
  place?: string;
  text: string;
}

export function listConfigurations(access: AgentAccess): Configuration[] {
  const { mcpUrl: url } = access;
  const headers = headersOf(access);
  return [
    { client: 'Claude Code', text: describeClaudeCode(url, headers) },
    {
      client: 'Claude Desktop',
      place: 'claude_desktop_config.json; needs Node.js',
      text: toJson(describeBridge(url, headers)),
    },
    {
      client: 'Cursor',
      place: '~/.cursor/mcp.json',
      text: toJson({ mcpServers: { galley: { url, headers } } }),
    },
    {
      client: 'VS Code',
      place: '.vscode/mcp.json',
      text: toJson({ servers: { galley: { type: 'http', url, headers } } }),
    },
    { client: 'Codex', place: '~/.codex/config.toml', text: describeCodex(url, headers) },
    {
      client: 'Gemini CLI',
      place: '~/.gemini/settings.json',
      text: toJson({ mcpServers: { galley: { httpUrl: url, headers } } }),
    },
    {
      client: 'n8n',
      place: 'node "MCP Client Tool", authentication "Multiple Headers"',
      text: describeFields(url, headers),
    },
    { client: 'curl', text: describeCurl(url, headers) },
    { client: 'Others', place: 'Streamable HTTP', text: describeHttp(access) },
  ];
}

/** The configuration of most agents that connect by Streamable HTTP. */
export function describeHttp(access: AgentAccess): string {
  return toJson({
    mcpServers: { galley: { type: 'http', url: access.mcpUrl, headers: headersOf(access) } },
  });
}

function headersOf(access: AgentAccess) {
  return {
    Authorization: `Bearer ${access.apiKey}`,
    'X-Project-Id': access.projectId,
    // Headers carry ASCII only; the server decodes the tenant.
    'X-Tenant': encodeURIComponent(access.tenant),
  };
}

type Headers = Readonly<Record<string, string>>;

function describeClaudeCode(url: string, headers: Headers): string {
  const flags = Object.entries(headers).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`);
  return [`claude mcp add --transport http galley ${url}`, ...flags].join(' \\\n  ');
}

/** Claude Desktop starts programs only. Values with spaces go through the environment, because it splits arguments. */
function describeBridge(url: string, headers: Headers): object {
  const { Authorization, ...others } = headers;
  const isPlain = url.startsWith('http://');
  const plainHeaders = Object.entries(others).flatMap(([name, value]) => ['--header', `${name}:${value}`]);
  const args = [
    ...['-y', 'mcp-remote', url, '--transport', 'http-only'],
    ...(isPlain ? ['--allow-http'] : []),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote fills it in from `env`
    ...['--header', 'Authorization:${AUTHORIZATION}'],
    ...plainHeaders,
  ];
  return { mcpServers: { galley: { command: 'npx', args, env: { AUTHORIZATION: Authorization } } } };
}

function describeFields(url: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`Endpoint: ${url}`, 'Server Transport: HTTP Streamable', ...lines].join('\n');
}

function describeCurl(url: string, headers: Headers): string {
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const common = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const lines = [...common, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [`curl ${url}`, ...lines.map((line) => `-H ${quote(line)}`), `-d ${quote(call)}`].join(' \\\n  ');
}

function describeCodex(url: string, headers: Headers): string {
  const pairs = Object.entries(headers).map(([name, value]) => `"${name}" = ${JSON.stringify(value)}`);
  return `[mcp_servers.galley]\nurl = ${JSON.stringify(url)}\nhttp_headers = { ${pairs.join(', ')} }`;
}

/** For a POSIX shell. */
export const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const toJson = (value: object) => JSON.stringify(value, null, 2);

export const indent = (text: string) => text.replace(/^/gm, '  ');
