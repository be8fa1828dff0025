import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import {
  createAccountLink,
  deleteAccount,
  listAccounts,
  resetAccountFactors,
} from '../features/accounts/index.ts';
import { addAdminTokenCommands } from './admin-token.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { formatTable, printResult } from './output.ts';

export function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description('accounts of people who sign in to the dashboard, and tokens of programs');
  addAdminTokenCommands(admin);
  addLink(admin);
  addList(admin);
  addResetMfa(admin);
  addDelete(admin);
}

function addLink(admin: Command): void {
  addCommonFlags(admin.command('link'))
    .summary('print a link that sets up an account or resets one')
    .description(
      'Prints a link that works once, for an hour: it makes an account of an operator of the instance, or, with --email, ' +
        'gives the person of an account a new password or passkey.',
    )
    .option('--email <address>', 'address of an account; without it the link makes a new one')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.email === undefined ? {} : { email: flags.email };
        printResult(flags, await session.call(createAccountLink, input), describeLink);
      }),
    );
}

function addList(admin: Command): void {
  addCommonFlags(admin.command('list'))
    .description('list accounts and what they sign in with')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, (await session.call(listAccounts, {})).items, (items) =>
          formatTable(
            ['EMAIL', 'NAME', 'OPERATOR', 'SIGNS IN WITH', 'LAST SIGN-IN'],
            items.map((item) => [
              item.email,
              item.name,
              item.is_operator ? 'yes' : 'no',
              describeMethods(item),
              item.last_sign_in_at ?? 'never',
            ]),
            'There are no accounts. Make the first one with the link that "galley admin link" prints.',
          ),
        );
      }),
    );
}

function addResetMfa(admin: Command): void {
  addCommonFlags(admin.command('reset-mfa'))
    .description(
      "remove a person's authenticator app and passkeys, and end their sessions; the password stays",
    )
    .argument('<email>')
    .action(
      runWithSession(async (session, flags, [email]) => {
        const reset = await session.call(resetAccountFactors, { email });
        printResult(
          flags,
          reset,
          (one) =>
            `${one.email} has no authenticator app and no passkeys. For a new password: galley admin link --email ${one.email}`,
        );
      }),
    );
}

function addDelete(admin: Command): void {
  addCommonFlags(admin.command('delete'))
    .description('delete an account; its sessions and memberships end at once')
    .argument('<email>')
    .option('--yes', 'do not ask')
    .option('--confirm <email>', 'answers the question')
    .action(
      runWithSession(async (session, flags, [email]) => {
        const warning = `The account ${email} will be deleted.`;
        confirmDeletion(flags, { name: String(email), warning });
        const gone = await session.call(deleteAccount, { email });
        printResult(flags, gone, (one) => `The account ${one.email} is deleted.`);
      }),
    );
}

type Link = Static<(typeof createAccountLink)['output']>;
type Account = Static<(typeof listAccounts)['output']>['items'][number];

function describeLink({ kind, url, expires_at }: Link): string {
  const purpose = kind === 'set_up' ? 'make an account of an operator' : 'set a new password or passkey';
  return `Open this link to ${purpose}. It works once, until ${expires_at}:\n  ${url}`;
}

function describeMethods(account: Account): string {
  const methods = [
    account.has_password && 'password',
    account.has_authenticator_app && 'authenticator app',
    account.passkeys === 1 && '1 passkey',
    account.passkeys > 1 && `${account.passkeys} passkeys`,
    account.has_single_sign_on && 'single sign-on',
  ].filter((method) => method !== false);
  return methods.join(', ') || 'nothing yet';
}
