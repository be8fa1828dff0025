import aspNet from './snippets/asp-net.cs.txt' with { type: 'text' };
import flask from './snippets/flask.py.txt' with { type: 'text' };
import go from './snippets/go.go.txt' with { type: 'text' };
import laravel from './snippets/laravel.php.txt' with { type: 'text' };
import node from './snippets/node.js.txt' with { type: 'text' };
import ownEditor from './snippets/own-editor.html.txt' with { type: 'text' };
import publishedEditor from './snippets/published-editor.html.txt' with { type: 'text' };
import rails from './snippets/rails.rb.txt' with { type: 'text' };

/** Code for one language or editor, and its file. */
interface Snippet {
  id: string;
  label: string;
  file: string;
  code: string;
}

/** Fills in `{url}` and `{clientId}`. */
const fill = (code: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), code.trimEnd());

/** Endpoints of a backend that answer with a token. Functions for the sign-in of the product are placeholders. */
export function backendSnippets(url: string, clientId: string): Snippet[] {
  const tab = (id: string, label: string, file: string, code: string) => ({
    ...{ id, label, file },
    code: fill(code, { url, clientId }),
  });
  return [
    tab('node', 'Node', 'galley-token.js', node),
    tab('php', 'PHP (Laravel)', 'routes/web.php', laravel),
    tab('python', 'Python (Flask)', 'galley_token.py', flask),
    tab('ruby', 'Ruby (Rails)', 'app/controllers/galley_tokens_controller.rb', rails),
    tab('go', 'Go', 'galley_token.go', go),
    tab('csharp', 'C# (ASP.NET)', 'Program.cs', aspNet),
  ];
}

export const pageSnippets = (url: string): Snippet[] => [
  { id: 'own', label: "Galley's editor", file: 'index.html', code: fill(ownEditor, { url }) },
  { id: 'published', label: 'Templatical editor', file: 'index.html', code: fill(publishedEditor, { url }) },
];

export const describeExchange = (url: string, clientId: string): string =>
  [
    `curl ${url}/api/v1/auth/token`,
    "-H 'Content-Type: application/json'",
    `-d '{"client_id": "${clientId}", "client_secret": "…", "tenant": "default"}'`,
  ].join(' \\\n  ');
