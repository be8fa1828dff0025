// Runs in Bun, Node and Deno: what a backend does with the client, in plain JavaScript. Prints the results as JSON.
// Arguments: the client's module, the address of Galley, client ID, client secret.
const [module, baseUrl, clientId, clientSecret] = globalThis.Deno?.args ?? process.argv.slice(2);
const { GalleyServer, GalleyError } = await import(module);

const galley = new GalleyServer({ baseUrl, credentials: { clientId, clientSecret }, actor: 'Jürgen 🦊' });
const slug = `acme-${typeof Deno !== 'undefined' ? 'deno' : typeof Bun !== 'undefined' ? 'bun' : 'node'}`;
const created = await galley.project.createTenant({ tenant: slug });
const tenant = galley.tenant(slug);
const content = {
  blocks: [{ type: 'paragraph', content: '<p>Hello {{ name }}</p>' }],
  settings: { subject: 'For {{ name }}' },
};
const template = await tenant.createTemplate({ name: 'Welcome', content }, { actor: 'Nightly job' });
const mail = await tenant.renderTemplate({ template_id: template.id, data: { name: 'Ada' } });
const listed = await tenant.listTemplates({ search: 'Welc' });
const file = new Blob([
  Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (c) => c.charCodeAt(0)),
]);
const media = await tenant.uploadMedia({ file: new File([file], 'dot.gif', { type: 'image/gif' }) });
const failures = [];
for (const call of [
  () => tenant.getTemplate({ template_id: 'nothing-there' }),
  () => tenant.renderTemplate({ template_id: template.id, strict: true }),
  () => new GalleyServer({ baseUrl, credentials: { serverKey: 'wrong' } }).tenant(slug).listTemplates(),
  () =>
    new GalleyServer({
      baseUrl: 'http://127.0.0.1:1',
      credentials: { serverKey: 'x' },
    }).project.listTenants(),
  () => tenant.listTemplates({}, { signal: AbortSignal.abort(new Error('stopped')) }),
]) {
  const error = await call().catch((thrown) => thrown);
  const { message, statusCode, code, errors } = error;
  failures.push(error instanceof GalleyError ? { statusCode, code, fields: Object.keys(errors) } : message);
}
const activity = await tenant.listActivity();
await tenant.deleteTemplate({ template_id: template.id });
// biome-ignore lint/suspicious/noConsole: the result; `process` is not everywhere
console.log(
  JSON.stringify({
    created: created.tenant,
    subject: mail.subject,
    hasName: mail.html.includes('Hello Ada'),
    found: listed.items.length,
    media: media.mime_type,
    failures,
    actors: activity.items.map(({ actor }) => actor?.name),
    left: (await tenant.listTemplates()).items.length,
  }),
);
