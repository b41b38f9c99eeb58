import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './link-button.module.css';

type LinkButtonProps = LinkProps | ({ to?: undefined } & ComponentProps<'button'>);

/** The least prominent action: underlined text. With `to` it is a link. */
export function LinkButton(props: LinkButtonProps) {
  const className = classNames(styles.link, props.className);
  if (props.to !== undefined) return <Link {...props} className={className} />;
  return <button type="button" {...props} className={className} />;
}
