/**
 * What generating, rewriting and rebuilding are made with: schemas, prompts, and the starters' texts in seven languages.
 * Loaded with the first request for it, because starting up and servers that never do it need not pay.
 */
export const loadCreating = async () => (await import('./generate/create-content.ts')).createContent;
export const loadChanging = async () => (await import('./generate/change-content.ts')).changeContent;
export const loadRebuilding = async () => (await import('./design/rebuild-design.ts')).rebuildDesign;
export const loadRewriting = async () => (await import('./rewrite/rewrite-text.ts')).rewriteByModel;
export const loadFixing = async () => (await import('./rewrite/fix-finding.ts')).fixByModel;
