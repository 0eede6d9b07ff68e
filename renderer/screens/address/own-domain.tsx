import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import type { PublicAccess } from '../../components/access-words.ts';
import { WayPage } from './way-page.tsx';
import { DomainField } from './domain-field.tsx';

/** A domain behind somebody's own reverse proxy: what the proxy has to do, and the name. */
export function OwnDomain({ access }: { access: PublicAccess }) {
  const [, navigate] = useLocation();
  const [domain, setDomain] = useState(access.domain);
  const update = useAction('public_access.update');
  const problems = formProblems(update.error, ['domain']);
  const submit = () => update.mutate({ mode: 'own_domain', domain }, { onSuccess: () => navigate('/') });
  const name = domain.trim() === '' ? 'kb.example.com' : domain.trim();
  return (
    <WayPage
      title="Your own domain"
      about="A reverse proxy of yours takes requests for your domain over https and passes them on to this computer."
    >
      <Snippet
        title="For example with Caddy"
        text={`${name} {\n  reverse_proxy 127.0.0.1:${access.port ?? 7420}\n}`}
      />
      <Form onSubmit={submit} maxWidth={420}>
        <DomainField
          label="Domain"
          description="The name that your certificate is for."
          value={domain}
          problem={problems.fields['domain']}
          onChange={setDomain}
        />
        <FormProblem of={problems} />
        <Group>
          <Button type="submit" loading={update.isPending}>
            Use this domain
          </Button>
        </Group>
      </Form>
    </WayPage>
  );
}
