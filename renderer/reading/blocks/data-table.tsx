import { Text, TextInput } from '@mantine/core';
import type { Element } from 'hast';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search } from 'lucide-react';
import {
  Children,
  isValidElement,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react';
import { headersOf, rowsOf } from './table-cells.ts';
import { arrangedRows, nextOrder, type Order } from './table-order.ts';
import styles from './data-table.module.css';

const FILTER_FROM_ROWS = 5;

type Container = ReactElement<{ children?: ReactNode; style?: CSSProperties }>;

/** A table that sorts by its headers, and filters when it has five rows or more. */
export function DataTable({
  filterable,
  node,
  children,
}: {
  filterable?: boolean;
  node: Element;
  children?: ReactNode;
}) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>(null);
  const [table] = containers(children);
  const [head, body] = containers(table?.props.children);
  const [headRow] = containers(head?.props.children);
  if (filterable !== true || !headRow) return <Scrolling>{children}</Scrolling>;
  const rows = containers(body?.props.children);
  const names = headersOf(node);
  const texts = rowsOf(node);
  const shown = arrangedRows(texts, filter, order);
  return (
    <div className={styles['block']}>
      {rows.length >= FILTER_FROM_ROWS && (
        <Filter value={filter} onChange={setFilter} shown={shown.length} all={rows.length} />
      )}
      <Scrolling>
        <table>
          <thead>
            <tr>
              {containers(headRow.props.children).map((cell, column) => (
                <Header
                  key={cell.key}
                  cell={cell}
                  name={names[column] ?? ''}
                  order={order?.column === column ? order : null}
                  onSort={() => setOrder(nextOrder(order, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>{shown.map((index) => rows[index])}</tbody>
        </table>
      </Scrolling>
    </div>
  );
}

function Filter({
  value,
  onChange,
  shown,
  all,
}: {
  value: string;
  onChange: (value: string) => void;
  shown: number;
  all: number;
}) {
  return (
    <div className={styles['filter']}>
      <TextInput
        size="xs"
        type="search"
        placeholder="Filter rows"
        aria-label="Filter rows"
        leftSection={<Search size={14} aria-hidden />}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text size="xs" c="dimmed" component="output">
        {value.trim() !== '' && `${shown} of ${all} rows`}
      </Text>
    </div>
  );
}

function Header({
  cell,
  name,
  order,
  onSort,
}: {
  cell: Container;
  name: string;
  order: Order;
  onSort: () => void;
}) {
  const Icon = order ? (order.direction === 'ascending' ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return (
    <th scope="col" style={cell.props.style} aria-sort={order?.direction}>
      <span className={styles['header']}>
        {cell.props.children}
        <button type="button" onClick={onSort} aria-label={`Sort by ${name || 'this column'}`}>
          <Icon size={14} aria-hidden />
        </button>
      </span>
    </th>
  );
}

/** Wide tables scroll within themselves, by the keyboard too. */
function Scrolling({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={styles['scrolling']} tabIndex={0}>
      {children}
    </div>
  );
}

function containers(children: ReactNode): Container[] {
  return Children.toArray(children).filter((child): child is Container => isValidElement(child));
}
