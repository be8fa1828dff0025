import { SdkError } from './error.ts';

/** The form of an answer. */
export type Answer = 'data' | 'items' | 'page' | 'list' | 'bare' | 'nothing' | 'events' | 'picture';

/** The result of a function of the API. */
export async function unpack(answer: Answer, response: Response): Promise<unknown> {
  if (response.status === 204 || answer === 'nothing') return undefined;
  if (answer === 'picture') return response.blob();
  const body = await response.json().catch((fault: unknown) => {
    throw new SdkError('Galley’s answer is not JSON.', response.status, fault);
  });
  if (answer === 'bare') return body;
  const { data, meta, ...rest } = body as { data: unknown; meta?: object };
  if (answer === 'page') return { items: data, ...meta };
  return answer === 'list' ? { items: data, ...rest } : data;
}
