import { expect, test } from 'bun:test';
import { describeFirstRun } from '../../src/cli/first-run.ts';

const first = {
  base_url: 'https://mail.example',
  team_id: '01a1',
  project_id: '01a2',
  tenant: "100%25 / Zoë's 東京",
  client_id: 'client-id',
  client_secret: 'client-secret',
  signing_key: 'signing-key',
  api_key: 'gly_key_x',
  set_up_url: 'https://mail.example/dashboard/link#gal_x',
};

test('the configuration for agents names the tenant in a form that headers can carry', () => {
  const text = describeFirstRun(first);
  const configuration = JSON.parse(text.slice(text.indexOf('MCP configuration:') + 18));
  const { type, url, headers } = configuration.mcpServers.galley;
  expect({ type, url }).toEqual({ type: 'http', url: 'https://mail.example/api/v1/mcp' });
  expect(headers).toEqual({
    Authorization: 'Bearer gly_key_x',
    'X-Project-Id': '01a2',
    'X-Tenant': encodeURIComponent(first.tenant),
  });
});

test('the curl command sends the tenant as it is named', () => {
  const [, command = ''] = /^ {2}(curl[\s\S]*?)\n\n/m.exec(describeFirstRun(first)) ?? [];
  const { stdout } = Bun.spawnSync(['sh', '-c', command.replace('curl', 'printf "%s\\n"')]);
  const body = JSON.parse(stdout.toString().trim().split('\n').at(-1) ?? '');
  expect(body).toEqual({
    client_id: first.client_id,
    client_secret: first.client_secret,
    tenant: first.tenant,
  });
});

test('the link for the first account is printed', () => {
  expect(describeFirstRun(first)).toContain(`\n  ${first.set_up_url}\n`);
});
