import type { ReactNode } from 'react';
import type { Location } from '#contract/profile.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Flag } from '#src/ui/flag.tsx';
import { countryIn } from './country-names.ts';
import { LocationPicker } from './location-picker.tsx';
import styles from './profile.module.css';
import { useCountries, useRegions } from './profile.queries.ts';

interface LocationFieldsProps {
  location: Location;
  hint?: ReactNode;
  onChange: (location: Location) => void;
}

const nowhere: Location = { country: '', countryName: '', region: '', regionName: '' };
const noLists = 'The list loads when you have signal.';

/** Country and region of a member, both optional. */
export function LocationFields({ location, hint, onChange }: LocationFieldsProps) {
  const language = useWriting()?.language;
  const countries = useCountries();
  const regions = useRegions(location.country);
  const countryChoices = (countries.data ?? []).map(({ code, name }) => ({
    code,
    name: countryIn(code, name, language),
    also: name,
  }));
  const regionChoices = (regions.data ?? []).map(({ code, name, within }) => ({ code, name, about: within }));
  const asked = location.country !== '' && regions.data?.length !== 0;
  return (
    <>
      <Field label="Country" optional hint={countries.state === 'missing' ? noLists : hint}>
        <div className={styles.place}>
          {location.country && <Flag country={location.country} />}
          <LocationPicker
            name="country"
            choices={countryChoices}
            picked={countryIn(location.country, location.countryName, language)}
            onPick={(choice) => {
              if (choice?.code === location.country) return;
              onChange(
                choice ? { ...nowhere, country: choice.code, countryName: choice.also ?? choice.name } : nowhere,
              );
            }}
          />
        </div>
      </Field>
      {asked && (
        <Field label="Region" optional hint={regions.state === 'missing' ? noLists : undefined}>
          <LocationPicker
            key={location.country}
            name="region"
            choices={regionChoices}
            picked={location.regionName}
            onPick={(choice) => onChange({ ...location, region: choice?.code ?? '', regionName: choice?.name ?? '' })}
          />
        </Field>
      )}
    </>
  );
}
