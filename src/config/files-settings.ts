import { Type } from '@sinclair/typebox';
import { orFrom, secretSetting, setting, text } from './setting.ts';

/** Where media files are, if not in the data directory, and how buckets are reached, also those of backups. */
export const filesSettings = {
  files_url: setting(
    'GALLEY_FILES_URL',
    Type.String({
      default: '',
      pattern: '^($|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._/-]*)?$)',
      'x-expected': 'an address such as s3://bucket/prefix',
      description:
        'A bucket of an S3 service for media files, such as `s3://bucket/prefix`. Empty: the data directory.',
    }),
  ),
  files_redirect: setting(
    'GALLEY_FILES_REDIRECT',
    Type.Boolean({
      default: false,
      description:
        'Answer requests for media files in a bucket with a redirect to the bucket, to an address that is signed for an hour, instead of sending the file through Galley.',
    }),
  ),
  s3_endpoint: setting(
    'GALLEY_S3_ENDPOINT',
    orFrom(
      'AWS_ENDPOINT_URL_S3',
      text(
        'Address of the S3 service of `s3://` addresses, such as `https://s3.example.com`; with the name of the bucket in front if the service wants that. Empty: AWS.',
      ),
    ),
  ),
  s3_region: setting(
    'GALLEY_S3_REGION',
    orFrom('AWS_REGION', text('Region of the bucket. Empty: the default of the service.')),
  ),
  s3_access_key_id: setting(
    'GALLEY_S3_ACCESS_KEY_ID',
    orFrom('AWS_ACCESS_KEY_ID', text('Access key of the S3 service.')),
  ),
  s3_secret_access_key: secretSetting(
    'GALLEY_S3_SECRET_ACCESS_KEY',
    orFrom('AWS_SECRET_ACCESS_KEY', text('Its secret.')),
  ),
  s3_session_token: secretSetting(
    'GALLEY_S3_SESSION_TOKEN',
    orFrom('AWS_SESSION_TOKEN', text('Session token of a temporary access key.')),
  ),
};
