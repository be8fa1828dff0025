export { composeMail, composeStarter } from './compose-starter.ts';
export { drawingReaddresser, readDrawing, readDrawingAddress } from './drawing-address.ts';
export { listStarters, StarterName } from './operations/list-starters.ts';
