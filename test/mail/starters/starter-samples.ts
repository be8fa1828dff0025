import type { Brand } from '../../../src/features/projects/index.ts';
import type { MailKind } from '../../../src/mail/starters/design.ts';

/** Brands a starter has to suit. */
export const BRANDS: Record<string, Brand | undefined> = {
  none: undefined,
  full: {
    colors: { primary: '#0f6b4f', secondary: '#c2410c', background: '#f3f5f1', text: '#20302a' },
    font: 'Georgia',
    logo_url: 'https://cdn.fernhill.example/logo.png',
    logo_alt: 'Fernhill',
    tone_of_voice: 'Warm, plain, a little dry.',
    footer_text: 'Fernhill Ltd is registered in England, number 01234567.',
    company_name: 'Fernhill Gardens',
    postal_address: '12 Mill Lane\nBristol BS1 4ST',
    website_url: 'https://www.fernhill.example',
    unsubscribe_url: 'https://www.fernhill.example/unsubscribe?r={{ id }}',
    social: [
      { platform: 'instagram', url: 'https://instagram.com/fernhill' },
      { platform: 'youtube', url: 'https://youtube.com/@fernhill' },
    ],
  },
  dark: {
    colors: { primary: '#7dd3fc', secondary: '#f0abfc', background: '#0e1420', text: '#e6ebf5' },
    font: 'Verdana',
    company_name: 'Nightjar Audio',
    postal_address: '480 Market Street, San Francisco, CA 94104',
    website_url: 'https://nightjar.example',
    unsubscribe_url: '*|UNSUB|*',
    social: [{ platform: 'github', url: 'https://github.com/nightjar' }],
  },
  pastel: {
    colors: { primary: '#f9c6d3', secondary: '#bde0c8', background: '#fff5f7', text: '#6b4a55' },
    font: "'Trebuchet MS', sans-serif",
    company_name: 'Petit Pois',
    postal_address: '8 rue des Lilas, 75011 Paris',
    unsubscribe_url: 'mailto:stop@petitpois.example',
  },
};

export interface Sample {
  starter: string;
  prompt: string;
  /** Facts of the prompt that have to be in subject or mail. */
  facts: string[];
  kind?: MailKind;
  locale?: string;
}

/** What people ask for, and what of it has to land. */
export const SAMPLES: Sample[] = [
  { starter: 'welcome', prompt: 'Welcome email', facts: [] },
  {
    starter: 'welcome',
    prompt:
      'Write a welcome mail for new users of Orbit Notes. Button "Open Orbit Notes" to https://orbitnotes.example/start',
    facts: ['Orbit Notes', 'Open Orbit Notes', 'https://orbitnotes.example/start'],
    kind: 'transactional',
  },
  {
    starter: 'welcome',
    prompt:
      'Onboarding email with three steps: "Invite your team", "Create a board", "Connect your calendar". Offer 20% off the first year with code HELLO20.',
    facts: ['Invite your team', 'Create a board', 'Connect your calendar', '20%', 'HELLO20'],
  },
  { starter: 'verify', prompt: 'Verify email address', facts: [] },
  {
    starter: 'verify',
    prompt: 'Email verification for Orbit Notes with the code 481516, valid for 15 minutes',
    facts: ['Orbit Notes', '481516', '15 minutes'],
  },
  {
    starter: 'verify',
    prompt: 'Double opt-in mail: confirm your subscription at https://orbitnotes.example/confirm?t=1&u=2',
    facts: ['https://orbitnotes.example/confirm?t=1&u=2'],
  },
  { starter: 'reset', prompt: 'Password reset', facts: [] },
  {
    starter: 'reset',
    prompt:
      'Reset password mail for Nightjar Audio. Link https://nightjar.example/reset/abc works 30 minutes.',
    facts: ['Nightjar Audio', 'https://nightjar.example/reset/abc', '30 minutes'],
  },
  { starter: 'receipt', prompt: 'Order receipt', facts: [] },
  {
    starter: 'receipt',
    prompt:
      'Receipt for order #A-10442 of 12 May 2027 from Fernhill Gardens: Linen shirt $48.00, Canvas belt $19.50, Wool socks $22, total $89.50. View it at https://fernhill.example/orders/A-10442',
    facts: [
      'A-10442',
      '12 May 2027',
      'Fernhill Gardens',
      'Linen shirt',
      '$48.00',
      'Canvas belt',
      '$19.50',
      'Wool socks',
      '$22',
      '$89.50',
    ],
  },
  { starter: 'shipping', prompt: 'Shipping notification', facts: [] },
  {
    starter: 'shipping',
    prompt:
      'Tell customers their parcel has shipped, tracking number 1Z999AA10123456784, delivery on Friday, 14 May 2027. Button "Where is my parcel" https://track.carrier.example/1Z999AA10123456784',
    facts: ['1Z999AA10123456784', 'Friday, 14 May 2027', 'Where is my parcel'],
  },
  { starter: 'newsletter', prompt: 'Monthly newsletter', facts: [] },
  {
    starter: 'newsletter',
    prompt:
      'Newsletter of Fernhill Gardens for May 2027, headline "What to plant in May", stories: "Tomatoes: wait for warm nights before you plant them out.", "Slugs: beer traps work, salt does not.", "Open garden day on 22 May 2027". Read more at https://fernhill.example/may',
    facts: [
      'Fernhill Gardens',
      'What to plant in May',
      'wait for warm nights before you plant them out.',
      'beer traps work, salt does not.',
      'Open garden day on 22 May 2027',
      'https://fernhill.example/may',
    ],
  },
  {
    starter: 'newsletter',
    prompt: 'A newsletter about our spring collection',
    facts: ['Our spring collection'],
  },
  { starter: 'promotion', prompt: 'Promotion email for our sale', facts: [] },
  {
    starter: 'promotion',
    prompt:
      'Spring sale: 25% off all garden chairs with code SPRING25 until 31 March 2027, headline "Sit outside again", link https://fernhill.example/chairs',
    facts: ['25%', 'SPRING25', '31 March 2027', 'Sit outside again', 'https://fernhill.example/chairs'],
  },
  { starter: 'event', prompt: 'Invitation to our event', facts: [] },
  {
    starter: 'event',
    prompt:
      'Invite people to the workshop "Bread for beginners" on Saturday, 8 May 2027 at 10:00 in Bristol Town Hall, tickets €35. Register at https://fernhill.example/bread',
    facts: [
      'Bread for beginners',
      'Saturday, 8 May 2027',
      '10:00',
      'Bristol Town Hall',
      '€35',
      'https://fernhill.example/bread',
    ],
  },
  { starter: 'survey', prompt: 'Customer survey', facts: [] },
  {
    starter: 'survey',
    prompt:
      'Feedback survey, 5 questions, 2 minutes: "How was your first week with Orbit Notes?" https://orbitnotes.example/survey',
    facts: [
      '5 questions',
      '2 minutes',
      'How was your first week with Orbit Notes?',
      'https://orbitnotes.example/survey',
    ],
  },
  { starter: 're-engagement', prompt: 'Win back inactive customers', facts: [] },
  {
    starter: 're-engagement',
    prompt:
      'We miss you mail for Nightjar Audio: come back and get 15 % off with code BACK15 before 1 June 2027',
    facts: ['Nightjar Audio', '15 %', 'BACK15', '1 June 2027'],
  },
  { starter: 'announcement', prompt: 'Announcement', facts: [] },
  {
    starter: 'announcement',
    prompt:
      'Announce that our office in Leeds opens on 3 May 2027. Headline "We are coming to Leeds". More: https://fernhill.example/leeds',
    facts: [
      'We are coming to Leeds',
      '3 May 2027',
      'Our office in Leeds opens',
      'https://fernhill.example/leeds',
    ],
  },
  { starter: 'changelog', prompt: 'Changelog mail', facts: [] },
  {
    starter: 'changelog',
    prompt:
      'Release notes for Orbit Notes version 4.2 of 2027-05-12: dark mode for the editor, faster search in large notebooks, fixed crash when printing',
    facts: [
      'Orbit Notes',
      'version 4.2',
      '2027-05-12',
      'Dark mode for the editor',
      'Faster search in large notebooks',
      'Fixed crash when printing',
    ],
  },
  { starter: 'announcement', prompt: 'Say something nice to our customers', facts: [] },
];
