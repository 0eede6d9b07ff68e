import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../../client/operations.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Form } from '../../../components/form.tsx';
import { FormProblem } from '../../../feedback/form-problem.tsx';
import { formProblems } from '../../../feedback/form-problems.ts';
import type { PublicAccess } from '../../../components/access-words.ts';
import { DomainField } from '../domain-field.tsx';

/** Where the dashboard has to lead to, and the name that it gives in return. With it the tunnel starts. */
export function HostnameForm({ access }: { access: PublicAccess }) {
  const [, navigate] = useLocation();
  const [domain, setDomain] = useState(access.domain);
  const update = useAction('public_access.update');
  const problems = formProblems(update.error, ['domain']);
  const service = `localhost:${access.port ?? 7420}`;
  return (
    <>
      <Group gap="xs">
        <Code fz="sm">{service}</Code>
        <CopyButton value={service} what="the service’s URL" />
      </Group>
      <Text size="sm">Save it, and enter the same name here:</Text>
      <Form
        onSubmit={() => update.mutate({ mode: 'named_tunnel', domain }, { onSuccess: () => navigate('/') })}
        maxWidth={480}
      >
        <DomainField
          label="Public hostname"
          value={domain}
          problem={problems.fields['domain']}
          onChange={setDomain}
        />
        <FormProblem of={problems} />
        <Group gap="xs">
          <Button type="submit" loading={update.isPending} disabled={!access.has_token}>
            {access.mode === 'named_tunnel' ? 'Save' : 'Go online'}
          </Button>
          {!access.has_token && (
            <Text size="sm" c="dimmed">
              The token of step 3 is missing.
            </Text>
          )}
        </Group>
      </Form>
    </>
  );
}
