import { Anchor, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PublicAccess } from '../../../components/access-words.ts';
import style from '../address.module.css';
import { WayPage } from '../way-page.tsx';
import { HostnameForm } from './hostname-form.tsx';
import { Step } from './step.tsx';
import { TokenForm } from './token-form.tsx';

/** Step by step to an address that stays: what to click at Cloudflare, and what to bring back from there. */
export function StableAddress({ access }: { access: PublicAccess }) {
  return (
    <WayPage
      title="Stable address"
      about="A Cloudflare tunnel of your own. It costs nothing; you need a domain whose name servers are Cloudflare’s."
    >
      <ol className={style['steps']}>
        <Step number={1} title="Have a domain at Cloudflare">
          <Text size="sm">
            Sign in at <Outside href="https://dash.cloudflare.com">dash.cloudflare.com</Outside>, or make a
            free account. Under <b>Domains</b>, add a domain that you own, or register one there.
          </Text>
        </Step>
        <Step number={2} title="Create a tunnel">
          <List size="sm" type="ordered" spacing={4}>
            <List.Item>
              Open <Outside href="https://one.dash.cloudflare.com">Zero Trust</Outside>, then <b>Networks</b>{' '}
              and <b>Tunnels</b>.
            </List.Item>
            <List.Item>
              Choose <b>Create a tunnel</b>, then <b>Cloudflared</b>.
            </List.Item>
            <List.Item>
              Call it <b>commonplace</b> and save it.
            </List.Item>
          </List>
        </Step>
        <Step number={3} title="Bring its token here" isDone={access.has_token}>
          <Text size="sm">
            The next page shows a command to install a connector. Do not run it: copy it, for any system, and
            paste it here. Commonplace takes the token out of it and runs the connector itself.
          </Text>
          <TokenForm hasToken={access.has_token} />
        </Step>
        <Step
          number={4}
          title="Give it a name"
          isDone={access.mode === 'named_tunnel' && access.problem === null}
        >
          <Text size="sm">
            Go on to the tunnel’s <b>Public hostname</b> (also called <b>Published application</b>). Choose a
            subdomain such as <b>kb</b> and your domain; leave the path empty. As the service, enter type{' '}
            <b>HTTP</b> and this URL:
          </Text>
          <HostnameForm access={access} />
        </Step>
        <Step number={5} title="Let assistants through">
          <Text size="sm">
            In the dashboard of your domain, under <b>Security</b> and <b>Bots</b>, switch off{' '}
            <b>Block AI bots</b> and <b>Bot Fight Mode</b>. Otherwise Cloudflare refuses Claude and ChatGPT
            before they get here. Do not put Cloudflare Access in front of the name: Commonplace asks for
            sign-in itself.
          </Text>
        </Step>
      </ol>
    </WayPage>
  );
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}
