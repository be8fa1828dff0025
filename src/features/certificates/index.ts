export { ensureCertificate } from './certificate-file.ts';
export { CertificateStatus } from './schema.ts';
