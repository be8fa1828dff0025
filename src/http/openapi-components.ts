/** The shape of every error body. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What is wrong and what to do, for people.' },
    code: { type: 'string', description: 'The kind of error, for programs.' },
    errors: {
      type: 'object',
      description: 'Messages by field, as dotted paths into the body.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
} as const;

const integer = (description: string) => ({ description, schema: { type: 'integer' } });

export const HEADERS = {
  'RateLimit-Limit': integer('Requests a minute that the tenant may send of this class.'),
  'RateLimit-Remaining': integer('Requests left in this minute.'),
  'RateLimit-Reset': integer('Seconds until the minute ends.'),
  'RateLimit-Policy': {
    description: 'The limit and its window in seconds.',
    schema: { type: 'string', examples: ['12000;w=60'] },
  },
  'Retry-After': integer('Seconds to wait before the next try.'),
};

const referToHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers of every answer to a tenant, unless the operator has switched the limit off. */
export const RATE_HEADERS = referToHeaders(Object.keys(HEADERS).filter((name) => name !== 'Retry-After'));

export const RATE_LIMITED = {
  description:
    'Too many requests, or too many jobs of the tenant are waiting. Try again after `Retry-After`.',
  headers: referToHeaders(Object.keys(HEADERS)),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

export const REFUSED = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a tenant.' },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'The backend API: client ID and client secret of the project.',
  },
  serverKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The backend API: a backend key (`galley server-key create`).',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'galley_session',
    description: 'The admin API: the session of a person who has signed in to the dashboard.',
  },
  adminToken: { type: 'http', scheme: 'bearer', description: 'The admin API: an admin token.' },
};

export const ACTOR = {
  in: 'header',
  name: 'X-Galley-Actor',
  required: false,
  schema: { type: 'string' },
  description: 'Who acts, for history, activity and comments: up to 100 characters, percent-encoded.',
};
