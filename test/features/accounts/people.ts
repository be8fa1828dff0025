import { expect } from 'bun:test';
import { createAccountLink } from '../../../src/features/accounts/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';

/** Operators of an app, who are made with set-up links. */
export class People {
  constructor(readonly app: TestApp) {}

  /** The token of a set-up link, or of a link for the person with this address. */
  readonly createLink = async (email?: string): Promise<string> => {
    const input = email === undefined ? {} : { email };
    return tokenOf((await perform(createAccountLink, this.app.deps, adminScope, input)).url);
  };

  readonly addOperator = async (email: string, browser = new Browser(this.app)): Promise<Browser> => {
    const token = await this.createLink();
    const answer = await browser.post('/link/password', { token, name: 'Anna', email, password: PASSWORD });
    expect(answer.body).toEqual({ next: null });
    return browser;
  };
}

export const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/sign-in', { email, password });
