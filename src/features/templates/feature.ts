import { route } from '../../http/route.ts';
import { blockSchemaSource } from '../../mail/model/index.ts';
import type { Resource } from '../../mcp/catalogue.ts';
import type { Cache } from '../../platform/caching/cache.ts';
import { defineFeature } from '../../platform/feature.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import {
  createTemplateCache,
  dropChangedTemplates,
  ListCache,
  type TemplateOutput,
} from './listing/caches.ts';
import { changeTemplates } from './operations/change-templates.ts';
import { createTemplate } from './operations/create-template.ts';
import { deleteTemplate } from './operations/delete-template.ts';
import {
  createTemplateFolder,
  deleteTemplateFolder,
  folderSchemas,
  listTemplateFolders,
  updateTemplateFolder,
} from './operations/folders.ts';
import { listTemplateTags } from './operations/list-tags.ts';
import { listTemplates } from './operations/list-templates.ts';
import { getTemplate } from './operations/read-templates.ts';
import { rebuildSearchIndex } from './operations/rebuild-search-index.ts';
import { updateTemplate } from './operations/update-template.ts';
import { RecordedUses } from './organizing/recorded-uses.ts';
import { addTemplateTrashKinds } from './organizing/remove.ts';
import { templatePrompts } from './prompts.ts';
import { GivenVersions } from './saving/given-versions.ts';
import type { LiveTabs } from './saving/live-saves.ts';
import type { SourceReader } from './saving/origin.ts';
import type { ModuleReader } from './saving/prepare-content.ts';
import type { PreparedSent, SentContent } from './saving/preparing.worker.ts';
import { contentSchemas } from './schema.ts';
import { indexChanges, SearchIndexer } from './search/indexer.ts';
import type { ReadingJob, ReadTexts } from './search/read-texts.ts';
import { templateNameFinders, templateTools } from './tools.ts';

const templateRoutes = [
  route('GET', '/templates', listTemplates, { answer: 'page' }),
  route('POST', '/templates', createTemplate, { status: 201, versioned: true }),
  route('GET', '/templates/:template_id', getTemplate, { versioned: true }),
  route('PUT', '/templates/:template_id', updateTemplate, { versioned: true }),
  // A second method for clients that change parts of a template, such as those in the editor's documentation.
  route('PATCH', '/templates/:template_id', updateTemplate, { versioned: true }),
  route('POST', '/templates/bulk', changeTemplates),
  route('GET', '/template-folders', listTemplateFolders, { answer: 'items' }),
  route('POST', '/template-folders', createTemplateFolder, { status: 201 }),
  route('PUT', '/template-folders/:folder_id', updateTemplateFolder),
  route('DELETE', '/template-folders/:folder_id', deleteTemplateFolder, { answer: 'nothing' }),
  route('GET', '/template-tags', listTemplateTags, { answer: 'items' }),
  route('DELETE', '/templates/:template_id', deleteTemplate, { answer: 'nothing', versioned: true }),
];

const templateResources: Resource[] = [
  {
    uri: 'service://schema/blocks',
    name: 'block-schema',
    title: 'Block definitions',
    description:
      'TypeScript definitions of every block, with its fields and defaults. Read them before writing blocks you are unsure of.',
    mimeType: 'text/x-typescript',
    read: blockSchemaSource,
  },
];

export const templates = defineFeature({
  name: 'templates',
  services(deps) {
    const readers = new WorkerPool<ReadingJob, ReadTexts>({
      start: workerProcess('features/templates/search/indexing.worker'),
      share: deps.fairShare,
      what: 'Indexing',
      size: 1,
      log: deps.log,
    });
    const preparers = new WorkerPool<SentContent, PreparedSent>({
      start: workerProcess('features/templates/saving/preparing.worker'),
      share: deps.fairShare,
      what: 'Checking the content',
      // One worker, so that contents of one owner are prepared in the order in which they were sent.
      size: 1,
      // Waiting contents are held in memory.
      maxQueued: 32,
      maxQueuedOfOwner: 16,
      log: deps.log,
    });
    const uses = new RecordedUses(deps);
    return {
      cache: createTemplateCache(deps),
      uses,
      lists: new ListCache(deps),
      given: new GivenVersions(deps),
      search: new SearchIndexer(deps, readers),
      preparers,
      async close() {
        await uses.flush();
        await Promise.all([readers.close(), preparers.close()]);
      },
    };
  },
  listeners(deps) {
    dropChangedTemplates(deps);
    addTemplateTrashKinds(deps);
    indexChanges(deps);
  },
  background({ services }) {
    services.templates.search.start();
    return () => services.templates.search.stop();
  },
  routes: templateRoutes,
  schemas: { ...contentSchemas, ...folderSchemas },
  tools: templateTools,
  resources: templateResources,
  resourceTemplates: [
    {
      uriTemplate: 'template://{id}',
      name: 'template',
      title: 'A template',
      description: 'A template with its content.',
      mimeType: 'application/json',
      tool: 'get-template',
      arguments: (template_id) => ({ template_id }),
    },
  ],
  prompts: templatePrompts,
  nameFinders: templateNameFinders,
  commands: [rebuildSearchIndex],
  metrics: ({ services }) => [
    {
      name: 'exports_total',
      help: 'Exported mails, over the API and by agents.',
      type: 'counter',
      read: () => services.templates.uses.exports,
    },
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    templates: {
      /** Templates by id and version. */
      cache: Cache<TemplateOutput>;
      lists: ListCache;
      uses: RecordedUses;
      given: GivenVersions;
      /** Set by realtime. */
      live?: LiveTabs;
      /** Set by the feature that imports mails. */
      sourceReader?: SourceReader;
      /** Set by the feature of saved modules. */
      moduleReader?: ModuleReader;
      search: SearchIndexer;
      /** Prepares large contents that clients send. */
      preparers: WorkerPool<SentContent, PreparedSent>;
      close(): Promise<void>;
    };
  }
}
