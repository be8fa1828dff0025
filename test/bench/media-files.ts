import { addSegments, landscape, makeJpeg } from '../support/make-pictures.ts';
import { type PlannedRequest, SERIAL_MARK } from './load-plan.ts';

/** Pixels of a photograph as a telephone takes it. */
const WIDTH = 4000;
const HEIGHT = 3000;

const PHOTO_BYTES = 2_000_000;

/** Marker of a JPEG's comment. */
const COMMENT = 0xfe;

const BOUNDARY = 'bench-form-boundary';

/** A JPEG of about 2 MB with a serial number in its comment, so that each upload is a new file. */
export async function makePhoto(): Promise<Uint8Array> {
  const small = await makeJpeg(WIDTH / 5, HEIGHT / 5, landscape, { quality: 95 });
  const draw = (quality: number) => new Bun.Image(small).resize(WIDTH, HEIGHT).jpeg({ quality }).bytes();
  let photo = await draw(95);
  for (let quality = 90; photo.length > PHOTO_BYTES && quality > 40; quality -= 5)
    photo = await draw(quality);
  return addSegments(photo, [COMMENT, Buffer.from(SERIAL_MARK)]);
}

/** The upload of a file to `path`. */
export function planUpload(path: string, file: Uint8Array, token?: string): PlannedRequest {
  const form = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return {
    method: 'POST',
    path,
    ...(token !== undefined && { token }),
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    bytes: form.toString('base64'),
  };
}
