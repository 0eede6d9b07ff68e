import { NavLink } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useOperation } from '../client/operations.ts';
import { spaceAddress } from '../routing/addresses.ts';

/** More than this many are behind “Show all”. */
const SHOWN = 8;

/** The short way to each space. */
export function SpaceLinks({ onNavigate }: { onNavigate: () => void }) {
  const spaces = useOperation('spaces.list', {});
  const [location] = useLocation();
  const [isWhole, setWhole] = useState(false);
  const items = spaces.data?.items ?? [];
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <>
      {shown.map(({ slug, name }) => {
        const address = spaceAddress(slug);
        const isHere = location === address;
        return (
          <NavLink
            key={slug}
            component={Link}
            href={address}
            label={name}
            pl={38}
            className="app-way"
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            onClick={onNavigate}
          />
        );
      })}
      {items.length > shown.length && (
        <NavLink
          component="button"
          label={`Show all ${items.length} spaces`}
          pl={38}
          className="app-way"
          c="dimmed"
          onClick={() => setWhole(true)}
        />
      )}
    </>
  );
}
