import { version } from '../../package.json';

/** Set by `scripts/compile.ts` in executables. */
declare const BUILD_VERSION: string;
declare const BUILD_COMMIT: string;
declare const BUILD_DATE: string;
declare const BUILD_RELEASE_URL: string;

/** The version of this build. */
export const VERSION: string = typeof BUILD_VERSION === 'undefined' ? version : BUILD_VERSION;

interface BuildFacts {
  /** The Git commit, with `-dirty` if files were changed; `unknown` from source. */
  commit: string;
  /** ISO 8601 date of the build; `unknown` from source. */
  date: string;
}

/** Where the releases of this build are; a placeholder until the project has an address. */
export const RELEASE_URL: string =
  (typeof BUILD_RELEASE_URL === 'undefined' ? '' : BUILD_RELEASE_URL) || 'https://releases.galley.example';

export const BUILD: BuildFacts = {
  commit: typeof BUILD_COMMIT === 'undefined' ? 'unknown' : BUILD_COMMIT,
  date: typeof BUILD_DATE === 'undefined' ? 'unknown' : BUILD_DATE,
};
