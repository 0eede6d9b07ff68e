import { useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { TemplateForm, type TemplateValues } from './template-form.tsx';

const EMPTY: TemplateValues = { name: '', description: '', type: 'knowledge', tags: [], scaffold: '' };

export function NewTemplate() {
  const create = useAction('templates.create');
  const [, navigate] = useLocation();
  return (
    <TemplateForm
      title="New template"
      start={EMPTY}
      isSaving={create.isPending}
      backTo="/"
      onSave={(values) =>
        create.mutate(values, {
          onSuccess: ({ template }) => {
            announceDone(`“${template.name}” can be used now.`);
            navigate(`/${template.id}`);
          },
          onError: announceFailure,
        })
      }
    />
  );
}
