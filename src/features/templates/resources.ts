import { blockSchemaSource } from '../../mail/model/index.ts';
import type { Resource } from '../../mcp/catalogue.ts';

export const templateResources: Resource[] = [
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
