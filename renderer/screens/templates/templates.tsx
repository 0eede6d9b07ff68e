import { Route, Switch } from 'wouter';
import { NewTemplate } from './new-template.tsx';
import { TemplateList } from './template-list.tsx';
import { TemplatePage } from './template-page.tsx';

/** What new pages begin with. */
export function Templates() {
  return (
    <Switch>
      <Route path="/new">
        <NewTemplate />
      </Route>
      <Route path="/:id/edit">{({ id }) => <TemplatePage key={id} id={id} isEditing />}</Route>
      <Route path="/:id">{({ id }) => <TemplatePage key={id} id={id} isEditing={false} />}</Route>
      <Route>
        <TemplateList />
      </Route>
    </Switch>
  );
}
