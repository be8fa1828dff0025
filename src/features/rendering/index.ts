export { type PreparedMail, prepareMail, renderMail } from './render-mail.ts';
