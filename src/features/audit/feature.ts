import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { recordAdminActions } from './admin-actions.ts';
import { listAdminActions } from './operations/list-admin-actions.ts';
import { listToolCalls } from './operations/list-tool-calls.ts';
import { recordToolCall } from './operations/record-tool-call.ts';
import { createToolCallRecorder, sweepToolCalls, type ToolCallRecorder } from './tool-calls.ts';

export const audit = defineFeature({
  name: 'audit',
  routes: [
    route('GET', '/tool-calls', listToolCalls, { answer: 'page' }),
    route('GET', '/actions', listAdminActions, { answer: 'page' }),
  ],
  services(deps) {
    const recorder = createToolCallRecorder(deps);
    return { recorder, close: recorder.close };
  },
  listeners: recordAdminActions,
  background: (deps, { audit_days }: { audit_days: number }) =>
    scheduleSweeps(deps, 'tool calls', (isStopped) => sweepToolCalls(deps, audit_days, isStopped)),
  commands: [listToolCalls, listAdminActions, recordToolCall],
});

declare module '../../platform/deps.ts' {
  interface Services {
    audit: { recorder: ToolCallRecorder; close(): Promise<void> };
  }
}
