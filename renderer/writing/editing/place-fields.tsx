import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useOperation } from '../../client/operations.ts';

export interface Place {
  /** Slug. */
  space: string;
  /** Id of the page above, or null. */
  parent: string | null;
}

const MOST_SHOWN = 20;

/** Where a page stands: its space, and the page above it. */
export function PlaceFields({
  place,
  documentId,
  onChange,
}: {
  place: Place;
  /** The page that is placed: it cannot stand below itself. */
  documentId?: string;
  onChange: (place: Place) => void;
}) {
  const spaces = useOperation('spaces.list', {});
  const editable = (spaces.data?.items ?? []).filter(
    ({ can_edit, slug }) => can_edit || slug === place.space,
  );
  return (
    <>
      <Select
        label="Space"
        data={editable.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={place.space === '' ? null : place.space}
        allowDeselect={false}
        onChange={(space) => space !== null && onChange({ space, parent: null })}
      />
      <ParentField
        key={place.space}
        place={place}
        {...(documentId !== undefined && { documentId })}
        onChange={onChange}
      />
    </>
  );
}

function ParentField({
  place,
  documentId,
  onChange,
}: {
  place: Place;
  documentId?: string;
  onChange: (place: Place) => void;
}) {
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const isSearching = asked !== '';
  const newest = useOperation(
    'documents.list',
    { space: place.space, limit: MOST_SHOWN },
    { enabled: !isSearching && place.space !== '' },
  );
  const found = useOperation(
    'search.query',
    { q: asked, space: place.space, as_you_type: true, limit: MOST_SHOWN },
    { enabled: isSearching },
  );
  const above = useOperation(
    'documents.read',
    { id: place.parent ?? '' },
    { enabled: place.parent !== null },
  );
  const current = place.parent === null ? [] : above.data ? [above.data.document] : [];
  const pages = [...current, ...((isSearching ? found.data?.items : newest.data?.items) ?? [])];
  const options = new Map(pages.filter(({ id }) => id !== documentId).map(({ id, title }) => [id, title]));
  return (
    <Select
      label="Under the page"
      placeholder="Top level of the space"
      searchable
      clearable
      data={[...options].map(([value, label]) => ({ value, label }))}
      filter={({ options: all }) => all}
      value={place.parent}
      onChange={(parent) => onChange({ ...place, parent })}
      onSearchChange={(next) => setWords(next === current[0]?.title ? '' : next)}
      nothingFoundMessage="No such page in this space"
    />
  );
}
