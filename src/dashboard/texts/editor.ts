export const EDITOR = {
  back: 'Back to the template',
  title: (name: string) => `${name} - Editor - Galley`,
  untitled: 'Untitled',
  signedOut: 'You are not signed in any more. Go back to the template, sign in, and open it again.',
  incomplete: 'This address is incomplete. Open a template in the dashboard.',
};
