import { createContext, useContext } from 'react';
import { defaultSiteName } from '#contract/site-color.ts';

export const SiteName = createContext<string>(defaultSiteName);

/** The site's name. */
export const useSiteName = (): string => useContext(SiteName);
