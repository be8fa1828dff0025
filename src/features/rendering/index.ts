export {
  type PreparedMail,
  prepareMail,
  renderMail,
  renderPreparedContent,
  subjectOf,
} from './render-mail.ts';
