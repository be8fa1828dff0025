/** The address of the tool server and the credentials of an agent. */
interface AgentAccess {
  mcpUrl: string;
  apiKey: string;
  projectId: string;
  tenant: string;
}

/** Configurations of common agents, ready to paste. They hold the key. */
export function describeConfigurations(access: AgentAccess): string {
  const { mcpUrl: url } = access;
  const headers = headersOf(access);
  const sections = [
    ['Claude Code', describeClaudeCode(url, headers)],
    ['Claude Desktop (claude_desktop_config.json; needs Node.js)', toJson(describeBridge(url, headers))],
    ['Cursor (~/.cursor/mcp.json)', toJson({ mcpServers: { galley: { url, headers } } })],
    ['VS Code (.vscode/mcp.json)', toJson({ servers: { galley: { type: 'http', url, headers } } })],
    ['Codex (~/.codex/config.toml)', describeCodex(url, headers)],
    ['Others (Streamable HTTP)', describeHttp(access)],
  ];
  return sections.map(([title, text]) => `${title}:\n\n${indent(text ?? '')}`).join('\n\n');
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

function describeCodex(url: string, headers: Headers): string {
  const pairs = Object.entries(headers).map(([name, value]) => `"${name}" = ${JSON.stringify(value)}`);
  return `[mcp_servers.galley]\nurl = ${JSON.stringify(url)}\nhttp_headers = { ${pairs.join(', ')} }`;
}

/** For a POSIX shell. */
export const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const toJson = (value: object) => JSON.stringify(value, null, 2);

export const indent = (text: string) => text.replace(/^/gm, '  ');
