import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface Look {
  /** At most one `action` or `badge` in a view; the others are quiet or plain. */
  look?: 'action' | 'badge' | 'quiet' | 'plain' | 'danger';
  /** Square, with an icon only; needs an `aria-label`. */
  icon?: boolean;
  small?: boolean;
}
type PressProps = Look & { to?: undefined; busy?: boolean } & ComponentProps<'button'>;
type FollowProps = Look & LinkProps;

const classOf = ({ look = 'action', icon, small }: Look, more?: string) =>
  classNames(styles.button, styles[look], icon && styles.icon, small && styles.small, more);

const swallow = (event: MouseEvent) => event.preventDefault();

/**
 * A button, or with `to` a link that looks like one. A busy or `aria-disabled` button does nothing but keeps its place
 * in the tab order.
 */
export function Button(props: PressProps | FollowProps) {
  if (props.to !== undefined) {
    const { look, icon, small, className, ...rest } = props;
    return <Link {...rest} className={classOf({ look, icon, small }, className)} />;
  }
  const { look, icon, small, className, busy, onClick, type = 'button', ...rest } = props;
  const off = busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ look, icon, small }, className)}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      onClick={off ? swallow : onClick}
    />
  );
}
