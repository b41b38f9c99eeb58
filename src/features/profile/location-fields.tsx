import type { ReactNode } from 'react';
import type { Location } from '#contract/profile.ts';
import { t } from '#contract/texts.ts';
import { Check } from '#src/ui/check.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Flag } from '#src/ui/flag.tsx';
import { LocationPicker } from './location-picker.tsx';
import styles from './profile.module.css';
import { useCountries, useRegions } from './profile.queries.ts';

interface LocationFieldsProps {
  location: Location;
  hint?: ReactNode;
  onChange: (location: Location) => void;
}

const nowhere: Location = { country: '', countryName: '', region: '', regionName: '' };
/** The place with the choice whether bikes are listed by it. */
function withListing({ hidesBikes: _, ...place }: Location, isListed: boolean): Location {
  return isListed ? place : { ...place, hidesBikes: true };
}
const noLists = t`The list loads when you have signal.`;

/** Country and region of a member, both optional. */
export function LocationFields({ location, hint, onChange }: LocationFieldsProps) {
  const writing = useWriting();
  const nameOf = (code: string, english: string) => writing?.country(code) ?? english;
  const countries = useCountries();
  const regions = useRegions(location.country);
  const { compare } = new Intl.Collator(writing?.language);
  const countryChoices = (countries.data ?? [])
    .map(({ code, name }) => ({ code, name: nameOf(code, name), also: name }))
    .sort((a, b) => compare(a.name, b.name));
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
            picked={nameOf(location.country, location.countryName)}
            onPick={(choice) => {
              if (choice?.code === location.country) return;
              onChange(
                withListing(
                  choice ? { ...nowhere, country: choice.code, countryName: choice.also ?? choice.name } : nowhere,
                  !location.hidesBikes,
                ),
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
      {location.country && (
        <Check
          name="listsBikes"
          checked={!location.hidesBikes}
          onChange={(event) => onChange(withListing(location, event.target.checked))}
        >
          Show my bikes on the pages of my country and region
        </Check>
      )}
    </>
  );
}
