export const TOOL_CALL = {
  outcome: 'Outcome',
  size: 'Answer',
  duration: 'Duration',
};
