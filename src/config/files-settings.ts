import { Type } from '@sinclair/typebox';
import { orFrom, secretSetting, setting, text } from './setting.ts';

/**
 * The bucket of media files, if they are not in the data directory, and how buckets are reached, also those of backups.
 */
export const filesSettings = {
  files_url: setting(
    'GALLEY_FILES_URL',
    Type.String({
      default: '',
      pattern: '^($|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/.*)?$)',
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
  media_url: setting(
    'GALLEY_MEDIA_URL',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s?#"\\\\]+$)',
      'x-expected': 'an address such as https://cdn.example.com',
      description:
        'Address of a CDN that has the base URL as its origin, such as `https://cdn.example.com`: mails load media files there, at `/media/…`. Empty: the base URL.',
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
  s3_credentials_file: setting(
    'GALLEY_S3_CREDENTIALS_FILE',
    orFrom(
      'AWS_SHARED_CREDENTIALS_FILE',
      text(
        'File with an access key that others renew, in the form of AWS (`aws_access_key_id = …`, profile `default`). It is used without `GALLEY_S3_ACCESS_KEY_ID`.',
      ),
    ),
  ),
  s3_credentials_url: setting(
    'GALLEY_S3_CREDENTIALS_URL',
    orFrom(
      'AWS_CONTAINER_CREDENTIALS_FULL_URI',
      Type.String({
        default: '',
        pattern: '^($|https?://[^\\s]+$)',
        'x-expected': 'an address such as http://169.254.170.23/v1/credentials',
        description:
          'Service of the machine that gives temporary access keys, as for containers of AWS. It is used without the two settings before.',
      }),
    ),
  ),
  s3_credentials_token_file: setting(
    'GALLEY_S3_CREDENTIALS_TOKEN_FILE',
    orFrom(
      'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
      text('File with the token that this service wants as `Authorization`.'),
    ),
  ),
};
