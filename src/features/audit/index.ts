export { isToolCalled } from './events.ts';
export { listAdminActions } from './operations/list-admin-actions.ts';
export { listToolCalls } from './operations/list-tool-calls.ts';
export { recordToolCall } from './operations/record-tool-call.ts';
export { eraseSubjects } from './queries.ts';
export { recordAnsweredCall, type ToolCall } from './tool-calls.ts';
