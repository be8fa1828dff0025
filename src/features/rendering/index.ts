export { type PreparedMail, prepareMail } from './prepare-mail.ts';
export { renderMail } from './render-mail.ts';
