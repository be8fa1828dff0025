import type { SniffedType } from './sniffed-type.ts';

const MP3: SniffedType = { mime: 'audio/mpeg', extension: 'mp3', category: 'audio' };
const OGG: SniffedType = { mime: 'audio/ogg', extension: 'ogg', category: 'audio' };
const WAV: SniffedType = { mime: 'audio/wav', extension: 'wav', category: 'audio' };

/** How the first packet of an audio stream in Ogg begins. Others are video, or say nothing of what follows. */
const OGG_AUDIO = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '];

/** A file of which less is given is given whole. */
const SEEN_BYTES = 4096;

/** Bits per second of layer III in thousands, by index: of MPEG 1, and of MPEG 2 and 2.5 (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Samples per second by version bits (2.5, reserved, 2, 1) and index. */
const SAMPLE_RATES = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
] as const;

/** MP3, Ogg with audio in it, or WAV; `text` is Latin-1, one character a byte. */
export function sniffAudio(text: string): SniffedType | undefined {
  if (/^RIFF.{4}WAVE(fmt |JUNK|bext|LIST)/s.test(text)) return WAV;
  if (text.startsWith('OggS\0\x02')) {
    const segments = text.charCodeAt(26);
    return OGG_AUDIO.some((name) => text.startsWith(name, 27 + segments)) ? OGG : undefined;
  }
  return isMp3(text) ? MP3 : undefined;
}

function isMp3(text: string): boolean {
  if (!text.startsWith('ID3')) return isPairOfFrames(text, 0);
  const [version, revision, flags, ...size] = [...text.slice(3, 10)].map((byte) => byte.charCodeAt(0));
  if (version === undefined || version < 2 || version > 4 || revision === 0xff) return false;
  if (size.length < 4 || size.some((digit) => digit > 127)) return false;
  // Seven bits a byte; a footer (flag 10) repeats the ten bytes of the header.
  const end = size.reduce((sum, digit) => sum * 128 + digit, 0) + ((flags ?? 0) & 0x10 ? 20 : 10);
  // FLAC and AAC carry such tags too. Covers make tags longer than what is looked at: then the tag has to do.
  return end + 4 > text.length ? text.length >= SEEN_BYTES : findFrame(text, end);
}

/** Some writers fill up a tag with zeros it does not count. */
function findFrame(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === 0) at += 1;
  return at + 4 > text.length ? text.length >= SEEN_BYTES : frameLength(text, at) !== undefined;
}

/** Two sync bytes come about by chance; a frame that ends where the next one begins does not. */
function isPairOfFrames(text: string, at: number): boolean {
  const length = frameLength(text, at);
  return length !== undefined && frameLength(text, at + length) !== undefined;
}

/** Bytes of the layer III frame that begins there. */
function frameLength(text: string, at: number): number | undefined {
  const [sync, kind, rates] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  // Layer III is 01.
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return undefined;
  const version = (kind >> 3) & 3;
  const bitRate = BIT_RATES[version === 3 ? 0 : 1][rates >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(rates >> 2) & 3];
  if (!bitRate || sampleRate === undefined) return undefined;
  const factor = version === 3 ? 144_000 : 72_000;
  return Math.floor((factor * bitRate) / sampleRate) + ((rates >> 1) & 1);
}
