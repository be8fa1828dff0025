import { DASHBOARD_PATH, pathOf, serverUrl } from './addresses.ts';
import { EDITOR as T } from './texts/editor.ts';

/** The part of `/sdk/editor.js` that this page uses. The script is loaded when the page opens. */
interface EditorModule {
  galleyEditor(options: { template: string }): unknown;
  init(options: {
    auth: { url: string; baseUrl: string };
    container: HTMLElement;
    editor: unknown;
    onError(error: Failure): void;
  }): Promise<{ editor: HTMLElement }>;
}

interface Failure {
  message: string;
  statusCode?: number;
}

const root = document.getElementById('root') as HTMLElement;
const place = Object.fromEntries(new URLSearchParams(location.search));
const [project = '', tenant = '', template = ''] = [place.project, place.tenant, place.template].map((name) =>
  encodeURIComponent(name ?? ''),
);

const failure = make('p', 'px-4 py-2 text-sm bg-bad-soft text-bad empty:hidden');
failure.role = 'alert';
const container = make('main', 'min-h-0 flex-1');
const page = make('div', 'flex h-dvh flex-col');
page.append(makeHeader(), failure, container);
root.replaceChildren(page);

if (project === '' || tenant === '' || template === '') failure.textContent = T.incomplete;
else await open().catch(show);

async function open(): Promise<void> {
  const { init, galleyEditor } = (await import(pathOf('sdk/editor.js'))) as EditorModule;
  container.addEventListener('galley-load', (event) => {
    const { name } = (event as CustomEvent<{ template: { name?: string } }>).detail.template;
    document.title = T.title(name ?? T.untitled);
  });
  const { editor } = await init({
    auth: {
      url: pathOf(`api/v1/admin/projects/${project}/tenants/${tenant}/editor-token`),
      baseUrl: serverUrl(),
    },
    container,
    editor: galleyEditor({ template: decodeURIComponent(template) }),
    onError: show,
  });
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) editor.setAttribute('theme', theme);
}

function show({ statusCode, message }: Failure): void {
  failure.textContent = statusCode === 401 ? T.signedOut : message;
}

function makeHeader(): HTMLElement {
  const link = document.createElement('a');
  link.href = `${DASHBOARD_PATH}/projects/${project}/tenants/${tenant}/templates/${template}`;
  link.textContent = `← ${T.back}`;
  link.className = 'text-sm underline-offset-2 hover:underline';
  const header = make('header', 'border-b border-line bg-surface px-4 py-2');
  header.append(link);
  return header;
}

function make(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
