export {
  chooseLogFormat,
  findAcmeDirectory,
  findBaseUrl,
  findCertificateFiles,
  findListening,
  findMediaUrl,
} from './derived.ts';
export { type DescribedSetting, describeSettings } from './describe.ts';
export { fingerprintSettings } from './fingerprint.ts';
export {
  type Environment,
  findSources,
  loadFirstRunCredentials,
  loadSettings,
  processEnvironment,
} from './load.ts';
export { type OidcProvider, readOidcProvider } from './oidc-settings.ts';
export { FIRST_RUN_VARIABLES, type FirstRunCredentials, Settings } from './settings.ts';
export { readMailServer } from './smtp.ts';
export { readTracing } from './tracing-settings.ts';
export { findUnknownVariables } from './unknown-variables.ts';
