import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { FinderBox } from './finder-box.tsx';

/** The search box over everything. Whoever dismisses it is back where they were. */
export function Finder({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const before = useRef<Element | null>(null);
  if (isOpen) before.current ??= document.activeElement;

  function close(isLeaving: boolean): void {
    const { current } = before;
    before.current = null;
    onClose();
    if (!isLeaving && current instanceof HTMLElement) current.focus();
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => close(false)}
      withCloseButton={false}
      returnFocus={false}
      size={640}
      padding={0}
      yOffset="10dvh"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Find' } }}
    >
      <FinderBox onDone={close} />
    </Modal>
  );
}
