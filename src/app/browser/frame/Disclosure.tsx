import { useWindowEvent } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './Disclosure.module.css';

type Props = {
  button: ReactNode;
  /** The button's name if it shows only an icon. */
  name?: string;
  /** The id of the element that describes the button. */
  describedBy?: string;
  onOpen?: () => void;
  isActive?: boolean;
  className: string | undefined;
  buttonClassName: string | undefined;
  panelClassName: string | undefined;
  children: ReactNode;
};

/** A button with a panel. Following a link, a click outside, Escape and moving the focus outside close the panel. */
export function Disclosure({ button, name, describedBy, onOpen, isActive, children, ...classNames }: Props) {
  const { key: locationKey } = useLocation();
  // The history entry for which the panel is open, so that every navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const isOpen = openAt === locationKey;
  const closeOutside = ({ target }: Event) => {
    if (isOpen && target instanceof Node && !root.current?.contains(target)) setOpenAt(undefined);
  };
  useWindowEvent('pointerdown', closeOutside);
  useWindowEvent('focusin', closeOutside);
  useWindowEvent('keydown', ({ key }) => {
    if (!isOpen || key !== 'Escape') return;
    setOpenAt(undefined);
    trigger.current?.focus();
  });
  const toggle = () => {
    setOpenAt(isOpen ? undefined : locationKey);
    if (!isOpen) onOpen?.();
  };

  return (
    <div ref={root} className={classNames.className}>
      <button
        ref={trigger}
        type="button"
        className={classNames.buttonClassName}
        aria-label={name}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-active={isActive || undefined}
        onClick={toggle}
      >
        {button}
      </button>
      <div id={panelId} className={`${styles.panel} ${classNames.panelClassName}`} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
