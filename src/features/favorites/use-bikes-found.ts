import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { fold } from '#contract/text.ts';

const wordsOf = ({ brand, model, year, nickname, category, owner }: BikeCard): string =>
  fold([brand, model, year, nickname, category, owner.username].join(' '));

/** Filters a folder's bikes by every typed word. */
export function useBikesFound(bikes: readonly BikeCard[]) {
  const [typed, setTyped] = useState('');
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const found = bikes.filter((bike) => {
    const words = wordsOf(bike);
    return wanted.every((word) => words.includes(word));
  });
  return { typed, setTyped, found };
}
