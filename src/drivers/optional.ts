import { accessSync, constants, statSync } from 'node:fs';
import type { Logger } from '../platform/logging/log.ts';
import type { MailScreenshots } from '../platform/ports/mail-screenshots.ts';
import type { Tracing } from '../platform/ports/tracing.ts';
import type { OtlpSettings } from './otlp/index.ts';

/* Parts that exist only if the settings name them. Their code is loaded only then. */

/**
 * Screenshots by the browser at the path `chromium`. Undefined if the path is empty or, with a warning, if it is not a
 * program.
 */
export async function openScreenshots(chromium: string, log: Logger): Promise<MailScreenshots | undefined> {
  if (chromium === '') return undefined;
  if (!isProgram(chromium)) {
    log.warn(`GALLEY_CHROMIUM names no program: ${chromium}. Pictures of mails are drawn without it`);
    return undefined;
  }
  const { ChromiumScreenshots } = await import('./chromium/index.ts');
  return new ChromiumScreenshots(chromium);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param settings undefined: there is no collector */
export async function openTracing(
  settings: OtlpSettings | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const otlp = await import('./otlp/index.ts');
  return otlp.openTracing(settings, log);
}
