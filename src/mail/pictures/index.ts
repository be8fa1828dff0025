export { drawCountdown } from './countdown/draw-countdown.ts';
export { countdownSize } from './countdown/layout.ts';
export { isKnownTimeZone, targetMoment } from './countdown/moment.ts';
export type { CountdownOptions } from './countdown/options.ts';
export { composePoster, type Poster, type PosterRequest } from './poster/compose-poster.ts';
export { drawSocialIcon, type SocialIconRequest } from './social/draw-social-icon.ts';
export {
  SOCIAL_ICON_PIXELS,
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
} from './social/platforms.ts';
