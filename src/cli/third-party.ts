import { readThirdParty } from './third-party.macro.ts' with { type: 'macro' };

/** A package, library or data set of others that the executable contains. */
export interface ThirdPartyPart {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  /** Where its source is, if the license requires it. */
  source?: string;
  /** Its license and notices, as indexes of `texts`. */
  texts: number[];
}

export interface ThirdParty {
  parts: ThirdPartyPart[];
  /** Many parts have the same text. */
  texts: string[];
}

export const THIRD_PARTY: ThirdParty = JSON.parse(
  Buffer.from(Bun.gunzipSync(Buffer.from(readThirdParty(), 'base64'))).toString(),
);

const RULE = '-'.repeat(80);

/** Formats all parts, then the full text of each license with the parts to which it applies. */
export function formatNotices({ parts, texts }: ThirdParty): string {
  const list = parts.map(
    ({ name, version, license, source }) =>
      `${name} ${version}: ${license}${source === undefined ? '' : `, source: ${source}`}`,
  );
  const sections = texts.map((text, index) => {
    const names = parts
      .filter((part) => part.texts.includes(index))
      .map((part) => `${part.name} ${part.version}`);
    return `${RULE}\n${names.join(', ')}\n${RULE}\n\n${text.trim()}\n`;
  });
  return [
    'Galley is published under the MIT license. Its executable contains these parts of others:\n',
    `${list.join('\n')}\n`,
    ...sections,
  ].join('\n');
}
