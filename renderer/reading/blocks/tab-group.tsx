import { Tabs } from '@mantine/core';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import styles from './tab-group.module.css';

interface TabProps {
  title?: string;
  children?: ReactNode;
}

/** One of several alternatives; alone, outside of a group, it is a passage under its title. */
export function Tab({ title, children }: TabProps) {
  return (
    <div>
      {title !== undefined && <p className={styles['printed']}>{title}</p>}
      {children}
    </div>
  );
}

/** Alternatives of which one is shown at a time (WAI-ARIA tabs); on paper all of them, one below the other. */
export function TabGroup({ children }: { children?: ReactNode }) {
  const all = Children.toArray(children);
  const tabs = all.filter(isTab).map(({ props }, index) => ({ ...props, value: String(index) }));
  const others = all.filter((child) => !isTab(child) && typeof child !== 'string');
  if (tabs.length === 0) return <>{children}</>;
  return (
    <>
      {others}
      <Tabs defaultValue="0" className={styles['tabs']} activateTabWithKeyboard>
        <Tabs.List>
          {tabs.map(({ value, title }) => (
            <Tabs.Tab key={value} value={value}>
              {title ?? `Tab ${Number(value) + 1}`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, title, children: content }) => (
          <Tabs.Panel key={value} value={value} className={styles['panel']}>
            <p className={styles['onPaper']} aria-hidden>
              {title}
            </p>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function isTab(child: ReactNode): child is ReactElement<TabProps> {
  return isValidElement(child) && child.type === Tab;
}
