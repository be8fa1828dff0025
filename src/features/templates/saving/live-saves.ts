import type { TemplateContent } from '../../../mail/model/index.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { templateEvent } from '../events.ts';
import type { TabState } from '../schema.ts';
import { changeTemplate, requireTemplate, transactOnTemplate } from '../template.ts';
import type { SaveBase } from './merge-save.ts';
import { prepareContent } from './prepare-content.ts';

export interface LiveSave {
  templateId: string;
  /** The content in full form, as UTF-8 bytes of its JSON. */
  json: Uint8Array;
  /** Undefined: the tab does not say. */
  tab: TabState | undefined;
  base: SaveBase;
}

/**
 * Stores the canvas of a log. Returns the version that has it; undefined if the template is not at `version` any more. Without an epoch
 * it was made without a log.
 */
export type StoreCanvas = (
  version: number,
  canvas: TemplateContent,
  epoch: number | undefined,
) => Promise<number | undefined>;

/** The tabs that have a template open, of all servers. Made by realtime. */
export interface LiveTabs {
  /**
   * Saves what a tab shows together with what others have changed. Returns the serial of the message with which the tab
   * shows the stored version, if it has one. `refused`: the content cannot be merged. Undefined: the tab is not among those that
   * edit together.
   */
  save(
    scope: TenantScope,
    save: LiveSave,
    store: StoreCanvas,
  ): Promise<{ received: number | undefined } | 'refused' | undefined>;
  /** Stores what all tabs show, before something else replaces it. Returns the version; undefined if no tab has it open. */
  saveCanvas(scope: TenantScope, templateId: string, store: StoreCanvas): Promise<number | undefined>;
}

/** Stores the canvas as a change by the caller. */
export function storeCanvasOf({ deps, scope }: TenantContext, templateId: string): StoreCanvas {
  return async (version, canvas, epoch) => {
    const content = prepareContent(scope, canvas);
    const stored = await transactOnTemplate({ deps, scope }, async (db) => {
      const before = await requireTemplate(scope, db, templateId);
      if (before.version !== version) return undefined;
      const change = { content, ...(epoch !== undefined && { canvasEpoch: epoch }) };
      return changeTemplate({ deps, scope }, db, before, change);
    });
    if (stored !== undefined && stored.version !== version)
      deps.events.publish([templateEvent('template.updated', stored)], scope);
    return stored?.version;
  };
}
