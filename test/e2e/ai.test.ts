import { leaveOutUntil } from './steps-to-come.ts';

leaveOutUntil('scoreTemplate', 'score a template and follow a finding to its block');
leaveOutUntil(
  'generateTemplate',
  'chat with the assistant against a fake provider, and see its changes on the canvas',
);
