import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { InvitationStore } from './joining.invitations.store.ts';

/** Exports the invitations that a member made, and when the one was made that the member joined with. */
export const invitationExporter = (invitations: InvitationStore): Exporter => ({
  async *files({ id }) {
    const { made, used } = await invitations.of(id);
    if (made.length === 0 && !used) return;
    yield jsonFile('invitations.json', {
      made: made.map(({ uses, left, createdAt, endsAt, revokedAt }) => ({
        uses,
        used: uses - left,
        at: createdAt.toISOString(),
        endsAt: endsAt.toISOString(),
        revokedAt: revokedAt?.toISOString(),
      })),
      joinedWith: used && { at: used.createdAt.toISOString() },
    });
  },
});
