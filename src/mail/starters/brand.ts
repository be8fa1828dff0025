import type { SocialPlatform } from '../model/index.ts';

/** What the starters take from the brand of a project. Colors are opaque, as #rrggbb. */
export interface Brand {
  colors?: { primary?: string; secondary?: string; background?: string; text?: string };
  /** CSS font family. */
  font?: string;
  logo_url?: string;
  /** The name of the company when absent. */
  logo_alt?: string;
  footer_text?: string;
  company_name?: string;
  postal_address?: string;
  website_url?: string;
  /** URL, mailto: or merge tag. */
  unsubscribe_url?: string;
  social?: { platform: SocialPlatform; url: string }[];
}
