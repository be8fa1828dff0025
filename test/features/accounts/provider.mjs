// A provider of OpenID Connect for tests, run by Node: `node provider.mjs <redirect address>`. It prints its issuer.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);

/** Login names with what the provider says of them. */
const PEOPLE = {
  olga: { email: 'olga@example.com', email_verified: true, name: 'Olga', groups: ['designers', 'admins'] },
  nina: { email: 'nina@example.com', email_verified: true, name: 'Nina', groups: ['admins'] },
  fred: { email: 'fred@example.com', email_verified: false, name: 'Fred', groups: [] },
  eve: { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve', groups: [] },
};

const server = createServer().listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'galley', client_secret: 'secret-of-the-client', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...PEOPLE[id] }),
    }),
    features: { devInteractions: { enabled: true } },
  });
  server.on('request', provider.callback());
  process.stdout.write(`${issuer}\n`);
});
