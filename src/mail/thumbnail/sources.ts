import type { CountdownBlock, SocialIconStyle, VideoBlock } from '../model/index.ts';

/**
 * Names of the pictures that the service draws itself. They begin with a character that no address has, so that an address
 * in a content cannot name one.
 */
const OWN = '\0';

export const socialSource = (platform: string, style: SocialIconStyle): string =>
  `${OWN}social/${style}/${platform}`;

export const posterSource = ({ thumbnailUrl }: VideoBlock): string => `${OWN}poster/${thumbnailUrl.trim()}`;

export const countdownSource = ({ id }: CountdownBlock): string => `${OWN}countdown/${id}`;

/** What a name stands for: a picture of this kind, or one with an address. */
export function readSource(source: string): {
  kind: 'social' | 'poster' | 'countdown' | 'address';
  name: string;
} {
  if (!source.startsWith(OWN)) return { kind: 'address', name: source };
  const slash = source.indexOf('/');
  return { kind: source.slice(1, slash) as 'social' | 'poster' | 'countdown', name: source.slice(slash + 1) };
}
