import { Popover as Radix } from 'radix-ui';
import { type ReactElement, useId, useRef } from 'react';
import type { Elements } from './elements.ts';
import styles from './popover.module.css';

interface PopoverProps {
  trigger: ReactElement;
  heading: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: Elements;
}

/** A panel beside its button. Escape, a press outside and the button close it. */
export function Popover({ trigger, heading, open, onOpenChange, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  // Focus the panel itself, so that it opens at its top and not at its first button.
  const begin = (event: Event) => {
    event.preventDefault();
    panel.current?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Rendered beside its button instead of in a portal, so that it is in the same landmark. */}
      <Radix.Content
        ref={panel}
        className={styles.panel}
        aria-labelledby={id}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={begin}
      >
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
