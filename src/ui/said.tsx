import { useEffect, useRef } from 'react';

interface SaidProps {
  /** The sentence; empty as long as nothing was done. */
  text: string;
  className?: string | undefined;
}

/** Says what has been done. It takes the focus, because the pressed button is gone along with its row. */
export function Said({ text, className }: SaidProps) {
  const textRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) textRef.current?.focus();
  }, [text]);
  return (
    <p ref={textRef} role="status" tabIndex={-1} className={className}>
      {text}
    </p>
  );
}
