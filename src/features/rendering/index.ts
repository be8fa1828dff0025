export { type PreparedMail, prepareMail, renderMail, renderPreparedContent } from './render-mail.ts';
