import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import { FolderCovers } from '#src/features/favorites/folder-covers.tsx';

const photo = (): Photo =>
  ({ id: newId(), width: 1200, height: 800, thumbhash: '', kind: 'Other', caption: '', alt: '' }) as Photo;
const rendered = (count: number) => {
  const html = renderToString(createElement(FolderCovers, { covers: Array.from({ length: count }, photo) }));
  return { photos: html.match(/<img/g)?.length ?? 0, empty: html.match(/<i>/g)?.length ?? 0 };
};

test.each([
  [0, { photos: 0, empty: 1 }],
  [1, { photos: 1, empty: 0 }],
  [3, { photos: 1, empty: 0 }],
  [4, { photos: 4, empty: 0 }],
])('a folder with %i photos shows no empty quarters', (count, shown) => {
  expect(rendered(count)).toEqual(shown);
});
