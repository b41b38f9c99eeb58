import type { BikeCard } from '#contract/bikes.ts';
import { cardNumber } from './bike-card.ts';
import { ana, type Harness } from './harness.ts';

export const draftFields = {
  category: 'Touring',
  drivetrain: '1x',
  rearGear: '11-Speed',
  brandId: 'Other',
  brandOther: 'Brother Cycles',
  model: 'Mehteh',
  year: '2021',
};

/** Creates a draft with `count` generated photos; returns its id. */
export const makeDraft = (h: Harness, count: number): Promise<string> =>
  h.page.evaluate(
    async ([user, form, photos]) => {
      const { drafts } = window.headbadge;
      const id = await drafts.createDraft(user);
      await drafts.updateDraft(id, form);
      for (let n = 0; n < photos; n += 1) {
        const canvas = new OffscreenCanvas(800, 600);
        canvas.getContext('2d')?.fillRect(n * 10, 0, 400, 300);
        const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
        await drafts.addPhoto(id, new File([blob], `photo-${n}.jpg`));
      }
      return id;
    },
    [ana.id, draftFields, count] as const,
  );

export const publishDraft = (h: Harness, id: string, page = h.page) =>
  page.evaluate((one) => window.headbadge.publishDraft(one), id);

/** The card of the published draft. */
export const cardOfDraft = (id: string): BikeCard => ({ ...cardNumber(1), id });
