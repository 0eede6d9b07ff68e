import { Route, Switch } from 'wouter';
import { NoSuchPage } from '../../shell/no-such-page.tsx';
import { DocumentList } from './list/document-list.tsx';
import { DocumentPage } from './page/document-page.tsx';
import { WithTree } from './tree/with-tree.tsx';

/** Everything about documents: what there is, one of them to read, and the ways to write. */
export function Documents() {
  return (
    <Switch>
      <Route path="/">
        <WithTree documentId={null}>
          <DocumentList space={null} />
        </WithTree>
      </Route>
      <Route path="/in/:space">
        {({ space }) => (
          <WithTree documentId={null}>
            <DocumentList key={space} space={space} />
          </WithTree>
        )}
      </Route>
      <Route path="/:id">
        {({ id }) => (
          <WithTree documentId={id}>
            <DocumentPage key={id} id={id} section={null} />
          </WithTree>
        )}
      </Route>
      <Route path="/:id/section/:section">
        {({ id, section }) => (
          <WithTree documentId={id}>
            <DocumentPage key={id} id={id} section={decodeURIComponent(section)} />
          </WithTree>
        )}
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
