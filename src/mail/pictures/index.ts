export type { CountdownOptions } from './countdown/design.ts';
export { drawCountdown } from './countdown/draw-countdown.ts';
export { countdownSize } from './countdown/layout.ts';
export { drawDrawing } from './drawing/draw-drawing.ts';
export { composePoster, type Poster, type PosterRequest } from './poster/compose-poster.ts';
export { drawSocialIcon, type SocialIconRequest } from './social/draw-social-icon.ts';
