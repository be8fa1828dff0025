import { PAGE_TITLES } from './page-titles.ts';

export const BRAND = {
  title: PAGE_TITLES.brand,
  description:
    'The look and the language of mails of this project. Designs, AI and agents use them. A tenant can have its own.',
  tenantDescription: 'An empty field takes the value of the project.',
  fields: {
    company_name: { label: 'Company name', hint: 'Sender of the mails.' },
    'colors.primary': { label: 'Primary color', hint: 'Buttons and bands.' },
    'colors.secondary': { label: 'Secondary color', hint: 'Small accents.' },
    'colors.background': { label: 'Background color', hint: 'Behind the mail.' },
    'colors.text': { label: 'Text color', hint: '' },
    font: { label: 'Font', hint: 'A CSS font family, such as Georgia.' },
    logo_url: { label: 'Address of the logo', hint: 'PNG, JPEG or GIF.' },
    logo_alt: {
      label: 'Text for the logo',
      hint: 'For people who cannot see the logo. Left empty: the company name.',
    },
    website_url: { label: 'Website', hint: '' },
    unsubscribe_url: { label: 'Unsubscribe address', hint: 'An address, mailto: or a merge tag.' },
    postal_address: { label: 'Postal address', hint: 'Marketing mails have to name it.' },
    footer_text: { label: 'Footer', hint: 'The legal line.' },
    tone_of_voice: { label: 'Tone of voice', hint: 'How texts should sound. People and AI follow it.' },
  },
  pick: (field: string) => `Choose: ${field}`,
  social: 'Profiles',
  socialHint:
    'One per line: the platform and its address, such as “linkedin https://www.linkedin.com/company/acme”.',
  save: 'Save brand',
  saved: 'The brand was saved.',
  preview: 'Preview',
  noTenant: 'The preview needs a tenant. Create one first.',
  sample: {
    preheader: 'A look at your brand',
    heading: 'A heading in your colors',
    text: 'Hello, this is how a paragraph of a mail looks with your brand: its font, its text color and its background.',
    link: 'And this is a link.',
    button: 'A button',
    company: 'Your company',
    address: 'Your postal address',
    unsubscribe: 'Unsubscribe',
  },
};
