/** English participles that do not end in -ed, those that are also common adjectives left out. */
const IRREGULAR = (
  'beaten become been begun bent bet bitten blown bought bound broken brought built burnt caught chosen come cut dealt ' +
  'done drawn driven drunk eaten fallen fed felt flown forbidden forgotten forgiven fought found frozen given gone grown ' +
  'heard held hidden hit hurt kept known laid led left lent let lit lost made meant met paid proven put read ridden rung ' +
  'risen run said seen sent set sewn shaken shot shown shut slept sold sought spent spoken spread stolen stood stuck ' +
  'struck sung sunk sworn swept taken taught thrown told torn understood undertaken undone upheld withdrawn withheld won ' +
  'worn woven written'
).split(' ');

/** Words in -ed that say how something is, not what was done to it. */
const ADJECTIVES = new Set(
  'interested excited pleased delighted thrilled worried tired bored confused married related supposed used red bed need indeed'.split(
    ' ',
  ),
);

const FORMS = new Set(IRREGULAR);

/** Whether an English word in lower case is a participle that makes a passive after "be". */
export function isParticiple(word: string): boolean {
  return FORMS.has(word) || (word.length > 3 && word.endsWith('ed') && !ADJECTIVES.has(word));
}
