import { type TProperties, Type } from '@sinclair/typebox';

/**
 * What editors read in answers, written from their documented behavior and not from the service: of `old` editors (up to
 * 0.35) and of `today` (since 0.36). Other fields are ignored by both.
 */

const text = Type.String({ minLength: 1 });
const bool = Type.Boolean();
const count = Type.Integer();
const date = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' });
const orNull = (type: ReturnType<typeof Type.String> | typeof count) => Type.Union([type, Type.Null()]);
const list = Type.Array(Type.Unknown());
const content = Type.Object({ blocks: list, settings: Type.Object({}) });
const both = <Shape>(old: Shape, today: Shape) => ({ old, today });
const inData = ({ old, today }: Shapes) =>
  both(Type.Object({ data: old }), Type.Object({ data: today })) as Shapes;
const listOf = ({ old, today }: Shapes) => both(Type.Array(old), Type.Array(today)) as unknown as Shapes;

const user = Type.Object({ id: text, name: text, signature: text });
const emails = Type.Array(text);
// biome-ignore lint/suspicious/noExplicitAny: a shape of any type
export type Shapes = { old: any; today: any };

export const token = both(
  Type.Object({
    token: text,
    expires_at: count,
    project_id: text,
    tenant: text,
    user,
    test_email: Type.Object({ allowed_emails: emails, signature: text }),
  }),
  Type.Object({
    token: text,
    expiresAt: count,
    projectId: text,
    tenant: text,
    user,
    testEmail: Type.Object({ allowedEmails: emails, signature: text }),
  }) as never,
) as Shapes;

const socket = (key: string) => Type.Object({ host: text, port: count, [key]: text });
const flags = (names: string[]) => Type.Object(Object.fromEntries(names.map((name) => [name, bool])));
const categories = (types: string) =>
  Type.Object({ images: Type.Object({ [types]: Type.Array(text), extensions: Type.Array(text) }) });
const max = Type.Union([count, Type.Null()]);

export const config = inData(
  both(
    Type.Object({
      features: flags(['ai_generation', 'collaboration', 'commenting', 'saved_modules', 'test_email']),
      limits: Type.Object({ max_templates: max, max_file_size_mb: count, storage_limit_bytes: max }),
      template_count: count,
      plan: text,
      media: Type.Object({
        use_media_library: bool,
        categories: categories('mime_types'),
        max_file_size: count,
      }),
      storage: Type.Object({ used_bytes: count, limit_bytes: max }),
      websocket: socket('app_key'),
    }),
    Type.Object({
      features: flags(['aiGeneration', 'collaboration', 'commenting', 'savedModules', 'testEmail']),
      limits: Type.Object({
        maxTemplates: max,
        maxFileSizeMb: count,
        mediaCategories: Type.Array(text),
        storageLimitBytes: max,
      }),
      templateCount: count,
      plan: text,
      media: Type.Object({ useMediaLibrary: bool, categories: categories('mimeTypes'), maxFileSize: count }),
      storage: Type.Object({ usedBytes: count, limitBytes: max }),
      websocket: socket('appKey'),
    }) as never,
  ),
);

export const health = both(
  Type.Object({ status: Type.Literal('ok'), websocket: socket('app_key') }),
  Type.Object({ status: Type.Literal('ok'), websocket: socket('appKey') }) as never,
) as Shapes;

const templateShape = Type.Object({ id: text, name: text, content, createdAt: date, updatedAt: date });
export const template = inData(both(templateShape, templateShape));

const versionRow = both(
  Type.Object({ id: text, template_id: text, content, is_autosave: bool, created_at: date }),
  Type.Object({ id: text, templateId: text, content, isAutomatic: bool, createdAt: date }) as never,
) as Shapes;
export const version = inData(versionRow);
export const versions = inData(listOf(versionRow));

const person = Type.Object({ id: text, name: text });
const oldComment = {
  id: text,
  template_id: text,
  block_id: orNull(text),
  parent_id: orNull(text),
  body: text,
  author_identifier: text,
  author_name: text,
  resolved_at: orNull(date),
  resolved_by_identifier: orNull(text),
  resolved_by_name: orNull(text),
  created_at: date,
  updated_at: date,
};
const todaysComment = {
  id: text,
  templateId: text,
  blockId: orNull(text),
  parentId: orNull(text),
  body: text,
  author: person,
  resolvedAt: orNull(date),
  resolvedBy: Type.Union([person, Type.Null()]),
  createdAt: date,
  updatedAt: date,
};
const thread = (fields: TProperties) =>
  Type.Object({ ...fields, replies: Type.Array(Type.Object({ ...fields, replies: Type.Array(list) })) });
export const commentRow = both(thread(oldComment), thread(todaysComment)) as Shapes;
export const comment = inData(commentRow);
export const comments = inData(listOf(commentRow));

const itemRow = both(
  Type.Object({
    id: text,
    filename: text,
    mime_type: text,
    size: count,
    url: text,
    small_url: orNull(text),
    medium_url: orNull(text),
    large_url: orNull(text),
    folder_id: orNull(text),
    conversions_generated: bool,
    width: orNull(count),
    height: orNull(count),
    alt_text: Type.String(),
    created_at: date,
    updated_at: date,
  }),
  Type.Object({
    id: text,
    filename: text,
    mimeType: text,
    size: count,
    url: text,
    thumbnailUrl: orNull(text),
    folderId: orNull(text),
    width: orNull(count),
    height: orNull(count),
    alt: Type.String(),
    createdAt: date,
    updatedAt: date,
  }) as never,
) as Shapes;
export const item = inData(itemRow);
export const items = inData(listOf(itemRow));
export const itemPage = both(
  Type.Intersect([
    items.old,
    Type.Object({
      meta: Type.Object({
        path: text,
        per_page: count,
        next_cursor: orNull(text),
        prev_cursor: orNull(text),
      }),
    }),
  ]),
  Type.Intersect([
    items.today,
    Type.Object({
      meta: Type.Object({ path: text, perPage: count, nextCursor: orNull(text), prevCursor: orNull(text) }),
    }),
  ]) as never,
) as Shapes;

const usageOf = (templates: string, names: string) =>
  Type.Object({
    data: Type.Record(Type.String(), Type.Object({ [templates]: count, [names]: Type.Array(text) })),
  });
export const usage = both(
  usageOf('template_count', 'template_names'),
  usageOf('templateCount', 'templateNames'),
) as Shapes;

const oldFolder = { id: text, project_id: text, parent_id: orNull(text), name: text, created_at: date };
const todaysFolder = { id: text, projectId: text, parentId: orNull(text), name: text, createdAt: date };
const tree = (fields: TProperties) =>
  Type.Recursive((self) => Type.Object({ ...fields, children: Type.Optional(Type.Array(self)) }));
const folderRow = both(tree(oldFolder), tree(todaysFolder) as never) as Shapes;
export const folder = inData(folderRow);
export const folders = inData(listOf(folderRow));

const messagesOf = (at: string, conversation: string) =>
  Type.Object({
    data: Type.Array(Type.Object({ id: text, role: text, content: text, [at]: date })),
    [conversation]: text,
  });
export const messages = both(
  messagesOf('created_at', 'conversation_id'),
  messagesOf('createdAt', 'conversationId'),
) as Shapes;

const generatedOf = (conversation: string) =>
  Type.Object({ type: Type.Literal('done'), text, content, [conversation]: text });
/** The last event of a stream. */
export const generated = both(generatedOf('conversation_id'), generatedOf('conversationId')) as Shapes;

const area = Type.Object({
  score: count,
  findings: Type.Array(Type.Object({ id: text, blockId: orNull(text) })),
});
const scoredShape = Type.Object({
  type: Type.Literal('done'),
  result: Type.Object({
    score: count,
    categories: Type.Object({ spam: area, readability: area, accessibility: area, bestPractices: area }),
  }),
});
export const scored = both(scoredShape, scoredShape) as Shapes;
