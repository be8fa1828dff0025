import { type HostPage, useHostPage } from './host-page.ts';

type Answer<Value> = { value?: Value; error?: { message: string; statusCode?: number } };

/** A host page with editor models on provider objects. */
interface ProviderPage extends HostPage {
  /** Mounts an editor model for a user; resolves to the controls it shows. */
  mount(name: string, options?: MountOptions): Promise<string[]>;
  /** Runs statements with the editor models `one` and `two`; what they return has to be JSON. */
  run<Value = unknown>(statements: string): Promise<Value>;
  /** As `run`, for what may reject. */
  attempt<Value = unknown>(statements: string): Promise<Answer<Value>>;
}

interface MountOptions {
  user?: { id: string; name: string } | null;
  recipients?: string[];
  providers?: object;
  tenant?: string;
}

export function useProviderPage(...args: Parameters<typeof useHostPage>): ProviderPage {
  const host = useHostPage(...args) as ProviderPage;
  host.mount = async (
    name,
    { user = { id: 'u1', name: 'Ada' }, recipients, providers = {}, tenant } = {},
  ) => {
    const body = {
      user,
      ...(tenant && { tenant }),
      ...(recipients && { test_email: { allowed_emails: recipients } }),
    };
    const options = JSON.stringify({ auth: { requestOptions: { body } } });
    const { controls, error } = await host.ask<{ controls?: string[]; error?: { message: string } }>(
      `lab.mount('${name}', ${options}, ${JSON.stringify(providers)})`,
    );
    if (controls === undefined) throw new Error(error?.message);
    return controls;
  };
  const wrap = (statements: string) => `(async () => { const { one, two } = lab.editors; ${statements} })()`;
  host.run = (statements) => host.ask(wrap(statements));
  host.attempt = (statements) => host.ask(`lab.settle(${wrap(statements)})`);
  return host;
}
