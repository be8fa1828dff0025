import { afterAll, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { version } from '../../package.json';
import { buildDeb } from '../../scripts/packaging/deb.ts';
import { TARGETS } from '../../scripts/release.ts';
import { findProgram, isAvailable } from '../../scripts/test-tools.ts';
import { createProgram } from '../../src/cli/program.ts';
import { findUnknownVariables, loadSettings } from '../../src/config/index.ts';
import { CERTIFICATE, KEY } from '../support/certificate.ts';

const ROOT = resolve(import.meta.dir, '../..');
const PACKAGING = join(ROOT, 'packaging');
const EXECUTABLE = process.env.GALLEY_TEST_BINARY ?? join(ROOT, 'dist/galley');

const scratch = mkdtempSync(join(tmpdir(), 'galley-packaging-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(PACKAGING, path), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the file holds
const parse = (path: string): any => Bun.YAML.parse(readFileSync(join(ROOT, path), 'utf8'));

function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  return stdout.toString();
}

/** Throws for a variable that Galley does not know, and for a value that it refuses. */
function expectSettings(env: Record<string, string>): void {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('GALLEY_')));
  expect(findUnknownVariables(own)).toEqual([]);
  loadSettings({}, own);
}

const instructions = read('Dockerfile')
  .replaceAll(/\\\n/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const instruction = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));
const dockerUser = Number(instruction('USER').at(-1)?.match(/\d+/)?.[0]);

describe('the image', () => {
  const releaseFiles = [...TARGETS.map(([, platform]) => `galley-${platform}`), 'THIRD-PARTY-NOTICES.txt'];

  test('takes files of a release, runs as no root, and keeps data where it is mounted', () => {
    const copied = instruction('COPY')
      .filter((line) => !line.includes('--from'))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.length).toBeGreaterThan(2);
    for (const file of copied) expect(releaseFiles).toContain(file);
    expect(dockerUser).toBeGreaterThan(1000);
    const env = Object.fromEntries(
      instruction('ENV').flatMap((line) =>
        line
          .split(' ')
          .slice(1)
          .map((pair) => pair.split('=')),
      ),
    );
    expectSettings(env);
    expect(env.GALLEY_DATA).toBe('/data');
    // The mode of a folder is kept only below the one that is copied.
    expect(instruction('RUN').join('\n')).toContain('-m 0700 /volume/data');
    expect(instruction('COPY').join('\n')).toContain(`--chown=${dockerUser}:${dockerUser} /volume/ /`);
  });

  test('asks its health and starts with commands of the program', () => {
    const names = createProgram().commands.map((command) => command.name());
    const [health] = instruction('HEALTHCHECK');
    const [, command] = JSON.parse(health?.split(' CMD ')[1] ?? '[]');
    const [start] = JSON.parse(instruction('CMD')[0]?.slice('CMD '.length) ?? '[]');
    expect(names).toContain(command);
    expect(names).toContain(start);
  });
});

describe.each(['compose.yaml', 'compose.caddy.yaml'])('%s', (file) => {
  test('mounts a volume for the data and gives settings that exist', () => {
    const { services, volumes } = parse(`packaging/${file}`);
    const { galley } = services;
    expect(galley.volumes).toEqual(['data:/data']);
    expect(Object.keys(volumes)).toContain('data');
    const env = Object.entries<string>(galley.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{.*\}/, 'mail.example.com'),
    ]);
    expectSettings(Object.fromEntries(env));
    const dockerfile = resolve(PACKAGING, galley.build.context, galley.build.dockerfile);
    expect(existsSync(dockerfile)).toBe(true);
    expect([galley.read_only, galley.cap_drop]).toEqual([true, ['ALL']]);
  });
});

test('compose.caddy.yaml trusts the network of the proxy, and publishes only the proxy', () => {
  const { services, networks } = parse('packaging/compose.caddy.yaml');
  const [{ subnet }] = networks.inside.ipam.config;
  expect(services.galley.environment.GALLEY_TRUSTED_PROXIES).toBe(subnet);
  expect(services.galley.ports).toBeUndefined();
  expect(services.caddy.command).toEndWith('--to galley:4100');
});

test('kubernetes.yaml has one pod with a volume, the user of the image, and probes of paths that exist', () => {
  const [service, set] = parse('packaging/kubernetes.yaml');
  expect([service.kind, set.kind, set.spec.replicas]).toEqual(['Service', 'StatefulSet', 1]);
  const { labels } = set.spec.template.metadata;
  expect(service.spec.selector).toEqual(labels);
  expect(set.spec.selector.matchLabels).toEqual(labels);
  expect(set.spec.serviceName).toBe(service.metadata.name);
  const { containers, volumes, securityContext } = set.spec.template.spec;
  const [galley] = containers;
  expect([securityContext.runAsUser, securityContext.fsGroup]).toEqual([dockerUser, dockerUser]);
  const env = galley.env.map(({ name, value }: Record<string, string>) => [name, value]);
  expectSettings(Object.fromEntries(env));
  const claims = set.spec.volumeClaimTemplates.map(
    ({ metadata }: { metadata: { name: string } }) => metadata.name,
  );
  const names = volumes.map(({ name }: { name: string }) => name);
  for (const { name } of galley.volumeMounts) expect([...claims, ...names]).toContain(name);
  const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
    (probe) => galley[probe].httpGet.path,
  );
  expect(paths).toEqual(['/api/v1/health', '/api/v1/health', '/api/v1/ready']);
  expect(galley.ports[0].name).toBe(service.spec.ports[0].targetPort);
});

/** What the deployments of several servers must say. */
function expectSeveralServers(env: Record<string, string>): void {
  expectSettings(env);
  for (const name of ['GALLEY_DATABASE_URL', 'GALLEY_REDIS_URL', 'GALLEY_FILES_URL'])
    expect(env[name]).toBeTruthy();
}

test('compose.servers.yaml has two servers with one database, and a balancer that knows both', () => {
  const { services, networks } = parse('packaging/compose.servers.yaml');
  const [{ subnet }] = networks.inside.ipam.config;
  const balancer = read('haproxy.cfg');
  for (const name of ['one', 'two']) {
    const { environment, volumes, build } = services[name];
    const env = Object.entries<string>(environment).map(([key, value]) => [
      key,
      String(value).replaceAll(/\$\{[^}]*\}/g, 'secret'),
    ]);
    expectSeveralServers(Object.fromEntries(env));
    expect([environment.GALLEY_TRUSTED_PROXIES, volumes]).toEqual([subnet, [`${name}:/data`]]);
    expect(existsSync(resolve(PACKAGING, build.context, build.dockerfile))).toBe(true);
    expect(balancer).toContain(`server ${name} ${name}:4100\n`);
  }
  expect(services.balancer.volumes[0]).toStartWith('./haproxy.cfg:');
  // The balancer alone ends TLS.
  const [published] = services.balancer.ports;
  const { port } = new URL(services.one.environment.GALLEY_BASE_URL);
  expect(published).toEndWith(`:${port}`);
  expect(balancer).toContain(`bind :${port} ssl crt /certs/galley.pem`);
});

// The names of the servers are those of containers, which may start later.
test.skipIf(!isAvailable('HAProxy'))(
  'haproxy.cfg is accepted by HAProxy, also before the servers are there',
  () => {
    const certificate = join(scratch, 'galley.pem');
    writeFileSync(certificate, `${CERTIFICATE}\n${KEY}\n`);
    const file = join(scratch, 'haproxy.cfg');
    writeFileSync(file, read('haproxy.cfg').replace('/certs/galley.pem', certificate));
    run(findProgram('haproxy') as string, '-c', '-f', file);
  },
);

test('kubernetes.servers.yaml has two pods, and no pod with data of its own', () => {
  const [service, budget, deployment] = parse('packaging/kubernetes.servers.yaml');
  expect([service.kind, budget.kind, deployment.kind]).toEqual([
    'Service',
    'PodDisruptionBudget',
    'Deployment',
  ]);
  expect(deployment.spec.replicas).toBe(2);
  const { metadata, spec } = deployment.spec.template;
  expect(service.spec.selector).toEqual(metadata.labels);
  expect(deployment.spec.selector.matchLabels).toEqual(metadata.labels);
  expect([spec.securityContext.runAsUser, spec.securityContext.fsGroup]).toEqual([dockerUser, dockerUser]);
  const [galley] = spec.containers;
  const examples: Record<string, string> = {
    database: 'postgres://db.example.com/galley',
    redis: 'rediss://redis.example.com',
    's3-id': 'id',
    's3-secret': 'secret',
  };
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the file holds
  const env = galley.env.map(({ name, value, valueFrom }: any) => [
    name,
    value ?? examples[valueFrom.secretKeyRef.key],
  ]);
  expectSeveralServers(Object.fromEntries(env));
  const names = spec.volumes.map(({ name }: { name: string }) => name);
  for (const { name } of galley.volumeMounts) expect(names).toContain(name);
  // Then it ends requests, which takes up to 3 seconds.
  expect(galley.lifecycle.preStop.sleep.seconds + 3).toBeLessThan(spec.terminationGracePeriodSeconds);
});

describe('the package for Debian', () => {
  const dpkg = findProgram('dpkg-deb');

  test.skipIf(dpkg === undefined)('is built, lists its files as root’s, and its program runs', async () => {
    const file = join(scratch, 'galley.deb');
    const notices = join(scratch, 'notices.txt');
    writeFileSync(notices, 'notices');
    const options = {
      executable: EXECUTABLE,
      notices,
      version,
      architecture: 'amd64',
      epoch: 1_790_000_000,
    } as const;
    const umask = process.umask(0o077);
    await buildDeb({ ...options, file, compression: 'none' });
    process.umask(umask);
    const field = (name: string) => run('dpkg-deb', '--field', file, name).trim();
    expect([field('Package'), field('Version'), field('Architecture')]).toEqual(['galley', version, 'amd64']);
    expect(run('dpkg-deb', '--info', file, 'conffiles').trim()).toBe('/etc/galley/galley.env');
    const lines = run('dpkg-deb', '--contents', file).trim().split('\n');
    for (const line of lines) if (line.startsWith('d')) expect(line).toStartWith('drwxr-xr-x');
    const listed = lines
      .filter((line) => !line.startsWith('d'))
      .map((line) => [line.split(/\s+/)[0], line.split(/\s+/)[1], line.split(/\s+/).at(-1)]);
    expect(listed).toEqual([
      ['-rw-------', 'root/root', './etc/galley/galley.env'],
      ['-rwxr-xr-x', 'root/root', './usr/bin/galley'],
      ['-rw-r--r--', 'root/root', './usr/lib/systemd/system/galley.service'],
      ['-rw-r--r--', 'root/root', './usr/share/doc/galley/copyright'],
    ]);
    const root = join(scratch, 'root');
    run('dpkg-deb', '--extract', file, root);
    expect(run(join(root, 'usr/bin/galley'), '--version').trim()).toBe(version);
    expect(statSync(join(root, 'usr/bin/galley')).size).toBe(statSync(EXECUTABLE).size);
  });

  test.each(['postinst', 'prerm', 'postrm'])('%s is a shell script', (name) => {
    run('sh', '-n', join(PACKAGING, 'debian', name));
  });

  test('has an example of settings that exist', () => {
    const lines = [...read('debian/galley.env').matchAll(/^#(GALLEY_\w+)=(.*)$/gm)];
    expect(lines.length).toBeGreaterThan(5);
    expectSettings(Object.fromEntries(lines.map(([, name, value]) => [name, value])));
  });

  test.skipIf(!isAvailable('systemd-analyze'))(
    'has a unit that systemd accepts and calls well protected',
    () => {
      const unit = join(scratch, 'galley.service');
      copyFileSync(join(PACKAGING, 'debian/galley.service'), unit);
      writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/galley', `"${EXECUTABLE}"`));
      const verified = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', unit]);
      expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, '']);
      // Of 100, from "safe" to "unsafe".
      run('systemd-analyze', 'security', '--offline=true', '--threshold=25', unit);
    },
  );
});

test('the workflow of releases checks first, signs what it built, and publishes last', () => {
  const { on, jobs, permissions } = parse('.github/workflows/release.yml');
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(permissions).toEqual({});
  expect(jobs.release.needs).toBe('check');
  expect(jobs.release.permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' });
  const steps: string[] = jobs.release.steps.map(({ uses, run }: Record<string, string>) => uses ?? run);
  const at = (text: string) => steps.findIndex((step) => step.includes(text));
  const order = [
    'bun run release',
    'attest-build-provenance',
    'attest-sbom',
    'build-push-action',
    'gh release',
  ].map(at);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});
