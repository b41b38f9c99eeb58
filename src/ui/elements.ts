import type { ReactElement } from 'react';

/**
 * Everything that React renders except texts: a text beside elements that come and go must stand in an element of its own, or a
 * page that the browser translates falls.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
