import { Cache } from '../../platform/cache.ts';
import { defineFeature } from '../../platform/feature.ts';
import { templatePrompts } from './prompts.ts';
import { TemplatePages } from './recent-pages.ts';
import { MAX_TEMPLATE_CACHE_BYTES, type TemplateOutput } from './recent-templates.ts';
import { templateResources } from './resources.ts';
import { templateRoutes } from './routes.ts';
import { contentSchemas } from './schema.ts';
import { templateTools } from './tools.ts';

export const templates = defineFeature({
  name: 'templates',
  services: (deps) => ({
    read: new Cache<TemplateOutput>({ maxBytes: MAX_TEMPLATE_CACHE_BYTES }),
    pages: new TemplatePages(deps.events),
  }),
  routes: templateRoutes,
  schemas: contentSchemas,
  tools: templateTools,
  resources: templateResources,
  prompts: templatePrompts,
});

declare module '../../platform/deps.ts' {
  interface Services {
    templates: {
      /** Templates that were read lately, by id and version. */
      read: Cache<TemplateOutput>;
      /** Pages of lists that were read lately. */
      pages: TemplatePages;
    };
  }
}
