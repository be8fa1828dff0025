export {
  type PreparedMail,
  prepareMail,
  renderMail,
  renderPreparedContent,
  renderToSend,
  subjectOf,
} from './render-mail.ts';
