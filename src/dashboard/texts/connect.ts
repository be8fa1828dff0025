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
  try: 'Try it',
  tryHint: 'With the client secret in place of the dots, this answers with a token.',
  secret: 'The client secret was shown when the project was created. A new one can be made in the overview.',
  overview: 'Go to the overview',
};
