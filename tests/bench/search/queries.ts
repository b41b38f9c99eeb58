import { aliased } from './aliases.ts';
import { chance } from './generated-bikes.ts';

/** The fields of a bike that identify it as the intended one. */
export type Meant = {
  id: string;
  brandId: string;
  brand: string;
  model: string;
  year: number | null;
  nickname: string;
  category: string;
  drivetrain: string;
  rearGear: string;
  wheelSize: string | null;
  owner: { username: string };
  components: readonly { text: string }[];
};

/** Keywords that a visitor types, and the bikes that they mean. */
export type Question = { kind: string; keywords: string; means(bike: Meant): boolean };

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const isModel = (one: Meant) => (bike: Meant) => bike.brand === one.brand && bike.model === one.model;

/** A word with two letters swapped, one missing or one doubled; null where it is too short for a typo. */
function misspelt(name: string, r: () => number): string | null {
  const word = plain(name).toLowerCase();
  if (!/^[a-z]{6,}$/.test(word)) return null;
  const at = 1 + Math.floor(r() * (word.length - 2));
  const [a = '', b = ''] = [word[at], word[at + 1]];
  const kinds = [
    word.slice(0, at) + b + a + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + a + word.slice(at),
  ];
  const made = kinds[Math.floor(r() * kinds.length)] ?? '';
  return made === word ? null : made;
}

type Kind = (bike: Meant, r: () => number) => Omit<Question, 'kind'> | null;

const kinds: Record<string, Kind> = {
  'brand and model': (bike) => ({ keywords: `${bike.brand} ${bike.model}`, means: isModel(bike) }),
  'year, brand and model': (bike) =>
    bike.year === null
      ? null
      : {
          keywords: `${bike.year} ${bike.brand} ${bike.model}`,
          means: (one) => isModel(bike)(one) && one.year === bike.year,
        },
  'misspelt brand': (bike, r) => {
    const brand = misspelt(bike.brand, r);
    return brand === null ? null : { keywords: brand, means: (one) => one.brand === bike.brand };
  },
  'misspelt brand and model': (bike, r) => {
    const brand = misspelt(bike.brand, r);
    return brand === null ? null : { keywords: `${brand} ${bike.model}`, means: isModel(bike) };
  },
  'without accents, in capitals': (bike) => {
    const keywords = plain(`${bike.brand} ${bike.model}`);
    return keywords === `${bike.brand} ${bike.model}`
      ? null
      : { keywords: keywords.toUpperCase(), means: isModel(bike) };
  },
  'model number': (bike) =>
    /\d/.test(bike.model) ? { keywords: bike.model, means: (one) => one.model === bike.model } : null,
  'model written together': (bike) =>
    /^\p{L}+ \d+$/u.test(bike.model)
      ? { keywords: `${bike.brand} ${bike.model.replace(' ', '')}`, means: isModel(bike) }
      : null,
  'beginning of a model': (bike) =>
    bike.model.length > 6 ? { keywords: `${bike.brand} ${bike.model.slice(0, -2)}`, means: isModel(bike) } : null,
  member: (bike) => ({
    keywords: bike.owner.username,
    means: (one) => one.owner.username === bike.owner.username,
  }),
  'member and brand': (bike) => ({
    keywords: `${bike.owner.username} ${bike.brand}`,
    means: (one) => one.owner.username === bike.owner.username && one.brand === bike.brand,
  }),
  nickname: (bike) =>
    bike.nickname ? { keywords: bike.nickname, means: (one) => one.nickname === bike.nickname } : null,
  'brand and part': (bike, r) => {
    const part = bike.components[Math.floor(r() * bike.components.length)];
    return part
      ? {
          keywords: `${part.text} ${bike.brand}`,
          means: (one) => one.brand === bike.brand && one.components.some(({ text }) => text === part.text),
        }
      : null;
  },
  'fixie, 29er and the like': (bike, r) => {
    const known = aliased.filter(({ means }) => means(bike));
    const one = known[Math.floor(r() * known.length)];
    return one ? { keywords: one.word, means: one.means } : null;
  },
  'the like, and a brand': (bike, r) => {
    const known = aliased.filter(({ means }) => means(bike));
    const one = known[Math.floor(r() * known.length)];
    return one
      ? {
          keywords: `${one.word} ${bike.brand}`,
          means: (other) => one.means(other) && other.brand === bike.brand,
        }
      : null;
  },
};

const tries = 500;

/** Questions about these bikes, equally many of each kind where the bikes allow it. */
export function questionsAbout(bikes: readonly Meant[], max: number): Question[] {
  const r = chance(120);
  const asked: Question[] = [];
  let possible = Object.entries(kinds);
  const one = (make: Kind) => {
    for (let tried = 0; tried < tries; tried += 1) {
      const bike = bikes[Math.floor(r() * bikes.length)];
      const question = bike && make(bike, r);
      if (question && question.keywords.length <= 100) return question;
    }
    return null;
  };
  while (asked.length < max && possible.length > 0) {
    possible = possible.filter(([kind, make]) => {
      const question = one(make);
      if (question && asked.length < max) asked.push({ kind, ...question });
      return question !== null;
    });
  }
  return asked;
}
