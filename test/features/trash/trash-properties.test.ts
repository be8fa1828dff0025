import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { runs } from '../../support/property-runs.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { drawPng, formOf, GUARD_MS } from '../media/library.ts';

/** Random deletions, restorations and purges of all kinds, compared with a model of the trash after each. */

setDefaultTimeout(GUARD_MS);

type Kind = 'template' | 'media' | 'template_folder' | 'media_folder' | 'saved_module' | 'comment';

interface Thing {
  id: string;
  kind: Kind;
  name: string;
  /** The folder it is in, or of a thread its template. */
  place: string | null;
  key: string | null;
  /** The entry of the trash that it belongs to; null: it is not in the trash. */
  entry: string | null;
}

const FOLDER_OF = { template: 'template_folder', media: 'media_folder' } as const;
const PATHS: Record<Kind, string> = {
  template: '/templates',
  media: '/media',
  template_folder: '/template-folders',
  media_folder: '/media/folders',
  saved_module: '/saved-modules',
  comment: '/comments',
};
const KINDS = Object.keys(PATHS) as Kind[];
const NAMES = ['A', 'B'];

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

/** A tenant, and what the trash's documentation says of it. */
class Model {
  readonly things = new Map<string, Thing>();
  private pictures = 0;
  constructor(private readonly tenant: Awaited<ReturnType<TestApp['openTenant']>>) {}

  async run(op: 'create' | 'delete' | 'restore' | 'purge' | 'empty', kind: Kind, n: number): Promise<void> {
    if (op === 'create') return this.create(kind, n);
    if (op === 'empty') return this.empty(n % 2 === 0 ? undefined : kind);
    const things = this.all((thing) =>
      op === 'delete' ? thing.kind === kind && this.isShown(thing) : thing.entry === thing.id,
    );
    const thing = things[n % things.length];
    if (thing === undefined) return;
    if (op === 'delete') await this.remove(thing, n % 3 === 0);
    else if (op === 'restore') await this.restore(thing);
    else await this.purge(thing);
  }

  private all(isMeant: (thing: Thing) => boolean): Thing[] {
    return [...this.things.values()].filter(isMeant);
  }

  private get(id: string): Thing {
    const thing = this.things.get(id);
    if (thing === undefined) throw new Error('the model has lost a thing');
    return thing;
  }

  /** A thread is shown with its template. */
  private isShown({ entry, kind, place }: Thing): boolean {
    return entry === null && (kind !== 'comment' || (place !== null && this.get(place).entry === null));
  }

  private async send(status: number, method: string, path: string, body?: unknown) {
    const answer = await this.tenant.request(method, path, body === undefined ? {} : { body });
    expect([method, path, answer.text, answer.status]).toEqual([method, path, answer.text, status]);
    return answer.body?.data;
  }

  private async create(kind: Kind, n: number): Promise<void> {
    const name = NAMES[n % 2] as string;
    const folder_kind = kind === 'template' || kind === 'media' ? FOLDER_OF[kind] : kind;
    const places = this.all(
      (thing) =>
        thing.entry === null &&
        (kind === 'comment'
          ? thing.kind === 'template'
          : thing.kind === folder_kind && (folder_kind !== kind || thing.place === null)),
    );
    const place = kind === 'saved_module' ? null : (places[n % (places.length + 1)]?.id ?? null);
    if (kind === 'comment' && place === null) return;
    let key: string | null = null;
    let made: { id: string };
    if (kind === 'media') {
      this.pictures += 1;
      const form = formOf(drawPng(this.pictures, 2, 2), `${name}.png`, place ? { folder_id: place } : {});
      made = await this.send(201, 'POST', '/media/upload', form);
    } else if (kind === 'template') {
      key = n % 4 === 0 && !this.isKeyTaken('key') ? 'key' : null;
      const body = { name, content: smallContent(), folder_id: place, key };
      made = await this.send(201, 'POST', PATHS[kind], body);
    } else if (kind === 'saved_module') {
      made = await this.send(201, 'POST', PATHS[kind], { name, content: smallContent().blocks });
    } else if (kind === 'comment') {
      const body = { body: name, ...signUser(app.first.signing_key) };
      made = await this.send(201, 'POST', `/templates/${place}/comments`, body);
    } else {
      const isTaken = this.isNameTaken({ kind, name, place });
      made = await this.send(isTaken ? 409 : 201, 'POST', PATHS[kind], { name, parent_id: place });
      if (isTaken) return;
    }
    this.things.set(made.id, { id: made.id, kind, name, place, key, entry: null });
  }

  private isKeyTaken(key: string): boolean {
    return this.all((thing) => thing.key === key && thing.entry === null).length > 0;
  }

  private isNameTaken({ kind, name, place }: Pick<Thing, 'kind' | 'name' | 'place'>): boolean {
    const isOther = (thing: Thing) => thing.kind === kind && thing.place === place && thing.name === name;
    return this.all((thing) => thing.entry === null && isOther(thing)).length > 0;
  }

  private async remove(thing: Thing, isKeeping: boolean): Promise<void> {
    const { id, kind, place } = thing;
    if (kind === 'media') await this.send(204, 'POST', '/media/delete', { ids: [id] });
    else if (kind === 'comment')
      await this.send(204, 'DELETE', `/templates/${place}/comments/${id}`, signUser(app.first.signing_key));
    else {
      const content = isKeeping ? 'move_to_root' : 'delete';
      const choice = kind === 'media_folder' ? { files: content } : { templates: content };
      const isFolder = kind === 'media_folder' || kind === 'template_folder';
      await this.send(204, 'DELETE', `${PATHS[kind]}/${id}`, isFolder ? choice : undefined);
    }
    const folders = [
      id,
      ...this.all((each) => each.entry === null && each.kind === kind && each.place === id).map(
        (each) => each.id,
      ),
    ];
    thing.entry = id;
    if (kind !== 'media_folder' && kind !== 'template_folder') return;
    for (const each of this.all(
      ({ entry, place: at }) => entry === null && at !== null && folders.includes(at),
    )) {
      if (each.kind !== kind && isKeeping) each.place = null;
      else each.entry = id;
    }
    for (const each of folders) this.get(each).entry = id;
  }

  private async restore(thing: Thing): Promise<void> {
    const { id, kind, place } = thing;
    const body = kind === 'comment' ? signUser(app.first.signing_key) : {};
    const isWaiting = kind === 'comment' && this.get(place as string).entry !== null;
    const answer = await this.send(isWaiting ? 409 : 200, 'POST', `/trash/${id}/restore`, body);
    if (isWaiting) return;
    const changes = new Set<string>();
    if (kind !== 'comment' && place !== null && this.get(place).entry !== null) {
      thing.place = null;
    }
    if (kind === 'media_folder' || kind === 'template_folder') {
      const { name } = thing;
      for (let number = 2; this.isNameTaken(thing); number += 1) thing.name = `${name} (${number})`;
      if (thing.name !== name) changes.add('renamed');
    }
    for (const each of this.all(({ entry }) => entry === id)) {
      if (each.key !== null && this.isKeyTaken(each.key)) {
        each.key = null;
        changes.add('key_removed');
      }
      each.entry = null;
    }
    const known = answer.changes.filter((change: string) => change !== 'moved_to_top');
    expect([answer.name ?? null, known.sort()]).toEqual([answer.name ?? null, [...changes].sort()]);
  }

  private async purge({ id }: Thing): Promise<void> {
    await this.send(204, 'DELETE', `/trash/${id}`);
    this.forget([id]);
  }

  private async empty(kind: Kind | undefined): Promise<void> {
    const entries = this.all(({ id, entry, kind: own }) => entry === id && (kind ?? own) === own);
    const answer = await this.send(200, 'POST', '/trash/empty', kind === undefined ? {} : { kind });
    expect(answer.purged).toBe(entries.length);
    this.forget(entries.map(({ id }) => id));
  }

  private forget(entries: readonly string[]): void {
    const gone = new Set(
      this.all(({ entry }) => entry !== null && entries.includes(entry)).map(({ id }) => id),
    );
    for (const { id, kind, place } of this.all(() => true))
      if (kind === 'comment' && place !== null && gone.has(place)) gone.add(id);
    for (const id of gone) this.things.delete(id);
    for (const thing of this.things.values())
      if (thing.place !== null && gone.has(thing.place)) thing.place = null;
  }

  /** Compares all lists with the model. */
  async check(): Promise<void> {
    const of = (kind: Kind) => this.all((thing) => thing.kind === kind && this.isShown(thing));
    const ids = (things: { id: string }[]) => things.map(({ id }) => id).sort();
    const entries = this.all(({ id, entry }) => entry === id);
    expect(ids(await this.send(200, 'GET', '/trash'))).toEqual(ids(entries));
    const templates = await this.send(200, 'GET', '/templates');
    const facts = (id: string, place: string | null = null, key: string | null = null) =>
      `${id} ${place} ${key}`;
    expect(
      templates
        .map((row: { id: string; folder_id?: string; key?: string }) => facts(row.id, row.folder_id, row.key))
        .sort(),
    ).toEqual(
      of('template')
        .map(({ id, place, key }) => facts(id, place, key))
        .sort(),
    );
    const files = await this.send(200, 'GET', '/media/browse');
    expect(
      files.map((row: { id: string; folder_id: string }) => facts(row.id, row.folder_id)).sort(),
    ).toEqual(
      of('media')
        .map(({ id, place }) => facts(id, place))
        .sort(),
    );
    for (const kind of ['template_folder', 'media_folder'] as const) {
      const tree: Folder[] = await this.send(200, 'GET', PATHS[kind]);
      const known = flatten(tree).map(({ id, parent_id, name }) => `${id} ${parent_id} ${name}`);
      expect(known.sort()).toEqual(
        of(kind)
          .map(({ id, place, name }) => `${id} ${place} ${name}`)
          .sort(),
      );
    }
    expect(ids(await this.send(200, 'GET', '/saved-modules'))).toEqual(ids(of('saved_module')));
    for (const { id } of of('template'))
      expect(ids(await this.send(200, 'GET', `/templates/${id}/comments`))).toEqual(
        ids(of('comment').filter(({ place }) => place === id)),
      );
    const { template_count, storage } = await this.send(200, 'GET', '/config');
    expect(template_count).toBe(of('template').length);
    if (entries.length === 0) expect(storage.trash_bytes).toBe(0);
  }
}

interface Folder {
  id: string;
  parent_id: string | null;
  name: string;
  children?: Folder[];
}

const flatten = (folders: readonly Folder[]): Folder[] =>
  folders.flatMap((folder) => [folder, ...flatten(folder.children ?? [])]);

const operation = fc.tuple(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant('create' as const) },
    { weight: 4, arbitrary: fc.constant('delete' as const) },
    { weight: 3, arbitrary: fc.constant('restore' as const) },
    { weight: 1, arbitrary: fc.constant('purge' as const) },
    { weight: 1, arbitrary: fc.constant('empty' as const) },
  ),
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Kind>('template', 'template_folder') },
    { weight: 2, arbitrary: fc.constantFrom<Kind>('media', 'media_folder') },
    { weight: 1, arbitrary: fc.constantFrom<Kind>('saved_module', 'comment') },
  ),
  fc.nat(23),
);

test('every sequence leaves the lists as the model says', async () => {
  expect(KINDS).toHaveLength(6);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 40 }), async (operations) => {
      count += 1;
      const model = new Model(await app.openTenant(`random-${count}`));
      for (const [index, [op, kind, n]] of operations.entries()) {
        await model.run(op, kind, n);
        if (index % 4 === 3) await model.check();
      }
      await model.check();
    }),
    { numRuns: runs(12) },
  );
  expect((await perform(checkIntegrity, app.deps, adminScope, {})).faults).toEqual([]);
});
