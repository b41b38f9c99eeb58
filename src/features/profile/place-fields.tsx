import type { ReactNode } from 'react';
import type { Location } from '#contract/profile.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Flag } from '#src/ui/flag.tsx';
import { countryIn } from './country-names.ts';
import { PickPlace } from './pick-place.tsx';
import styles from './profile.module.css';
import { useCountries, useRegions } from './profile.queries.ts';

interface PlaceFieldsProps {
  place: Location;
  hint?: ReactNode;
  onChange: (place: Location) => void;
}

const nowhere: Location = { country: '', countryName: '', region: '', regionName: '' };
const noLists = 'The list loads when you have signal.';

/** Country and region of a member, both optional. */
export function PlaceFields({ place, hint, onChange }: PlaceFieldsProps) {
  const language = useWriting()?.language;
  const countries = useCountries();
  const regions = useRegions(place.country);
  const countryChoices = (countries.data ?? []).map(({ code, name }) => ({
    code,
    name: countryIn(code, name, language),
    also: name,
  }));
  const regionChoices = (regions.data ?? []).map(({ code, name, within }) => ({ code, name, about: within }));
  const asked = place.country !== '' && regions.data?.length !== 0;
  return (
    <>
      <Field label="Country" optional hint={countries.state === 'missing' ? noLists : hint}>
        <div className={styles.place}>
          {place.country && <Flag country={place.country} />}
          <PickPlace
            name="country"
            choices={countryChoices}
            picked={countryIn(place.country, place.countryName, language)}
            onPick={(choice) => {
              if (choice?.code === place.country) return;
              onChange(
                choice ? { ...nowhere, country: choice.code, countryName: choice.also ?? choice.name } : nowhere,
              );
            }}
          />
        </div>
      </Field>
      {asked && (
        <Field label="Region" optional hint={regions.state === 'missing' ? noLists : undefined}>
          <PickPlace
            key={place.country}
            name="region"
            choices={regionChoices}
            picked={place.regionName}
            onPick={(choice) => onChange({ ...place, region: choice?.code ?? '', regionName: choice?.name ?? '' })}
          />
        </Field>
      )}
    </>
  );
}
