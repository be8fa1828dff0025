import { formatCount, formatDate, formatExpiry } from '../ui/format.tsx';

export const HOME = {
  title: 'Home',
  version: (version: string) => `Galley ${version}`,
  healthy: 'Running',
  unhealthy: 'Not answering',
  templates: 'Templates',
  tenants: 'Tenants',
  projects: 'Projects',
  storage: 'Storage',
  attention: 'Needs attention',
  allGood: 'Nothing needs your attention',
  firstSteps: 'Get started',
  firstStepsHint: 'Galley runs. These are usually the first things to do.',
  steps: {
    template: { title: 'Make a template', hint: 'From one of the designs, in the colors of your brand.' },
    connect: { title: 'Connect your product', hint: 'Copy the endpoint for your backend, and test it.' },
    agent: { title: 'Connect an AI agent', hint: 'Make a key, and paste the configuration it comes with.' },
    invite: { title: 'Invite your colleagues', hint: 'A link is enough, with or without a mail server.' },
  },
  usage: 'Usage by month',
  charts: { exports: 'Exports', tool_calls: 'Tool calls of agents', ai_tokens: 'AI tokens' },
  activity: 'Latest activity',
  activityHint: 'Changes to templates, media and comments, as they happen.',
  andMore: (count: number) => `and ${count} more`,
  noActivity: 'Nothing has happened yet',
  noActivityHint: 'Changes by editors, agents and backends show here.',
  attentionTexts: {
    proposals_open: {
      title: 'Proposals wait for a decision',
      hint: (_at?: string, name = '', count = 0) =>
        `Agents want to change ${formatCount(count, 'thing', 'things')} at ${name}. Accept or refuse their proposals.`,
    },
    no_backup: {
      title: 'There are no backups',
      hint: () =>
        'Set GALLEY_BACKUP_TARGET and GALLEY_BACKUP_SCHEDULE, so that nothing is lost with this machine.',
    },
    backup_failing: {
      title: 'Backups are failing',
      hint: (at?: string) =>
        `${at === undefined ? 'None was verified yet.' : `The last one was verified on ${formatDate(at)}.`} The log says why.`,
    },
    certificate_failing: {
      title: 'The certificate cannot be renewed',
      hint: (at?: string) =>
        `${at === undefined ? 'There is none yet.' : `The one in use expires on ${formatDate(at)}.`} The log says why.`,
    },
    certificate_expires: {
      title: 'The certificate is about to expire',
      hint: (at?: string) =>
        `It expires on ${formatDate(at ?? 0)}. Replace the file of GALLEY_TLS_CERT before, or let Galley renew one with GALLEY_ACME_DOMAINS.`,
    },
    demo_open: {
      title: 'The demo is open to everybody',
      hint: () => 'Everybody who reaches this server can edit at /demo. Unset GALLEY_DEMO when you are done.',
    },
    cors_open: {
      title: 'Every web page may call the API',
      hint: () => 'Name the origins of your product in GALLEY_CORS_ORIGINS, or for each project.',
    },
    mail_not_set: {
      title: 'No mail server is set',
      hint: () => 'Test emails and invitations cannot be sent. Set GALLEY_SMTP_URL.',
    },
    key_expires: {
      title: 'A key is about to expire',
      hint: (at?: string, name = '') => `"${name}" expires ${formatExpiry(at ?? 0)}. Make a new one before.`,
    },
  },
};
