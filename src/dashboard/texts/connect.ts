import { PAGE_TITLES } from './page-titles.ts';

export const CONNECT = {
  title: PAGE_TITLES.connect,
  description:
    'Your backend exchanges the credentials of the project for a token; the page with the editor works with the token.',
  backend: 'The endpoint of your backend',
  backendHint:
    'It asks who has signed in, and answers with a token for that customer. The client secret stays on the server.',
  page: 'The page',
  pageHint: 'It loads the editor and fetches tokens from your endpoint.',
  try: 'Test the connection',
  tryHint: 'Exchanges the credentials for a token, as your backend does, and says what is wrong.',
  clientSecret: 'Client secret',
  clientSecretHint: 'It is sent to this server only, and not kept.',
  tenant: 'Tenant',
  tenantHint: 'A new name creates a tenant.',
  exchange: 'Get a token',
  noSecret: 'Paste the client secret of the project.',
  noTenant: 'Name a tenant, such as default.',
  works: 'It works',
  worksHint: (tenant: string, until: string) =>
    `Galley answered with a token for the tenant “${tenant}”. It is valid until ${until}.`,
  tryInTerminal: 'The same in a terminal, with the client secret in place of the dots:',
  secret:
    'The client secret was shown once, when the project was created. If it is lost, make a new one in the overview.',
  overview: 'Go to the overview',
};
