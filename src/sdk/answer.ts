import { SdkError, toConnectionLoss } from './error.ts';

/** The form of an answer. */
export type Answer = 'data' | 'items' | 'page' | 'list' | 'bare' | 'nothing' | 'events' | 'picture' | 'file';

/** The result of a function of the API. */
export async function unpack(answer: Answer, response: Response): Promise<unknown> {
  if (response.status === 204 || answer === 'nothing') return undefined;
  if (answer === 'picture' || answer === 'file') return response.blob().catch(failToRead);
  const body = parse(await response.text().catch(failToRead), response.status);
  if (answer === 'bare') return body;
  const { data, meta, ...rest } = body as { data: unknown; meta?: object };
  if (answer === 'page') return { items: data, ...meta };
  return answer === 'list' ? { items: data, ...rest } : data;
}

function failToRead(fault: Error): never {
  throw toConnectionLoss(fault);
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    throw new SdkError('Galley’s answer is not JSON.', status, fault);
  }
}
