import type { Endpoint } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { getPlace, listPlaceBikes } from '#contract/place-page.ts';
import { listCountries, listRegions } from '#contract/places.ts';
import {
  getProfile,
  type ProfilePart,
  updateDiscipline,
  updateLinks,
  updateLocation,
  updateText,
} from '#contract/profile.ts';
import { addAvatar, addBanner, deleteAvatar, deleteBanner } from '#contract/profile-pictures.ts';
import { everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const device = newId();
/** Whether the owner's profile text has changed. */
const ofOwner = async (_: unknown, __: string, stage: Stage): Promise<string> => {
  const { data } = (await stage.callers.owner.call(getProfile)).answer;
  return data?.text === 'Mine.' ? "the owner's stays" : "the owner's is written";
};
/** The owner has written every part of the profile. */
async function written(stage: Stage): Promise<string> {
  const { data } = (await stage.callers.owner.call(getProfile)).answer;
  const seen = { version: data?.versions.text ?? 0, device };
  await stage.callers.owner.call(updateText, { body: { text: 'Mine.', seen } });
  return '';
}
/** Writes a part of the profile from a device that has seen the stored one. */
const writes = (call: Endpoint, part: ProfilePart, value: Record<string, unknown>): Row => ({
  call,
  prepare: written,
  by: async (asks, _, how) => {
    const version = (await asks.call(getProfile)).answer.data?.versions[part] ?? 0;
    return asks.call(call, { body: { ...value, seen: { version, device: newId() } }, ...how });
  },
  expected: members('200'),
});

export const profileRows: Row[] = [
  { call: listCountries, by: (asks, _, how) => asks.call(listCountries, how), expected: everyone('200') },
  {
    call: listRegions,
    by: (asks, _, how) => asks.call(listRegions, { query: { country: 'CH' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: getPlace,
    by: (asks, _, how) => asks.call(getPlace, { params: { place: 'ch' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: listPlaceBikes,
    by: (asks, _, how) => asks.call(listPlaceBikes, { params: { place: 'ch' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: getProfile,
    prepare: written,
    by: (asks, _, how) => asks.call(getProfile, how),
    seen: (data) => (JSON.stringify(data).includes('Mine.') ? "the owner's" : 'their own'),
    expected: members('200, their own', "200, the owner's"),
  },
  {
    call: updateText,
    when: "by a device that has not seen the owner's",
    prepare: written,
    by: (asks, _, how) => asks.call(updateText, { body: { text: '', seen: { version: 0, device: newId() } }, ...how }),
    seen: ofOwner,
    expected: members("200, the owner's stays", '409 profile.changed'),
  },
  writes(updateDiscipline, 'discipline', { discipline: '' }),
  writes(updateLocation, 'location', { country: '', region: '' }),
  { ...writes(updateLinks, 'links', { links: [] }), when: 'to none' },
  {
    ...writes(updateLinks, 'links', { links: [{ label: 'Pills', url: 'https://pills.example' }] }),
    isPosting: true,
  },
  { ...writes(updateText, 'text', { text: '' }), when: 'to none' },
  { ...writes(updateText, 'text', { text: 'Long roads.' }), isPosting: true },
  {
    call: addAvatar,
    when: "of the owner's photo",
    by: (asks, _, how, stage) =>
      asks.call(addAvatar, {
        body: { photoId: stage.photos.owner, crop: { x: 0, y: 0, width: 320, height: 320 } },
        ...how,
      }),
    expected: members('422 photo.missing', '200'),
    isPosting: true,
  },
  { call: deleteAvatar, by: (asks, _, how) => asks.call(deleteAvatar, how), expected: members('200') },
  {
    call: addBanner,
    when: "of the owner's photo",
    by: (asks, _, how, stage) =>
      asks.call(addBanner, {
        body: { photoId: stage.photos.owner, crop: { x: 0, y: 0, width: 640, height: 213 } },
        ...how,
      }),
    expected: members('422 photo.missing', '200'),
    isPosting: true,
  },
  { call: deleteBanner, by: (asks, _, how) => asks.call(deleteBanner, how), expected: members('200') },
];
