import { useQuery } from '@tanstack/react-query';
import { serverUrl } from '../../addresses.ts';
import { get } from '../../data/queries.ts';
import { INSTANCE } from '../../texts/instance.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

const T = INSTANCE.singleSignOn;

const CALLBACK = '/api/v1/account/single-sign-on/callback';

/** The settings of single sign-on, and the address to register at the provider. */
export function SignIn() {
  const settings = useQuery(get('listSettings'));
  return (
    <Loaded query={settings}>
      {(data) => {
        const readValue = (name: string) => data.find((one) => one.name === name)?.value;
        const issuer = String(readValue('oidc_issuer') ?? '');
        const listOf = (name: string) => ((readValue(name) as string[] | undefined) ?? []).join(', ');
        const callback = serverUrl() + CALLBACK;
        return (
          <Card title={T.title} description={issuer === '' ? T.notSet : T.hint}>
            <Facts
              facts={[
                ...(issuer === ''
                  ? []
                  : ([
                      [T.name, String(readValue('oidc_name') ?? '')],
                      [T.issuer, issuer],
                      [T.domains, listOf('oidc_domains') || T.knownPeople],
                      [T.roles, listOf('oidc_roles') || T.noRoles],
                    ] as const)),
                [T.callback, <CopyLine key="callback" text={callback} label={T.callback} />],
              ]}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}
