import { VoterStore } from '#api/features/accounts/accounts.voters.store.ts';
import { BikeWinStore } from '#api/features/bikes/bikes.won.store.ts';
import type { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { CommentTalkers } from '#api/features/comments/comments.talkers.store.ts';
import { FavoriteVotes } from '#api/features/favorites/favorites.votes.store.ts';
import { LikeVotes } from '#api/features/likes/likes.votes.store.ts';
import { countryName, regionName } from '#api/features/places/places.lists.ts';
import { OwnerProfiles } from '#api/features/profile/profile.owners.store.ts';
import { winnerRoutes } from '#api/features/winners/winners.routes.ts';
import { WinnerService } from '#api/features/winners/winners.service.ts';
import { WinnerStore } from '#api/features/winners/winners.store.ts';
import type { Events } from '#api/platform/events.ts';
import { Leases } from '#api/platform/leases.ts';
import type { Person } from '#contract/people.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';

interface Deps extends Pick<Events, 'tell'> {
  blocks: Pick<BlockStore, 'amongPairs'>;
}

/** Bike of the Week. */
export function winnersModule({ db, jobs, now }: Infrastructure, { blocks, tell }: Deps) {
  const [bikes, votes, weeks] = [new BikeWinStore(db), new LikeVotes(db), new WinnerStore(db)];
  const [voters, talkers, favoriters] = [new VoterStore(db), new CommentTalkers(db), new FavoriteVotes(db)];
  const owners = new OwnerProfiles(db, { countryName, regionName });
  const service = new WinnerService({
    weeks,
    election: {
      candidates: (from, to, close) => bikes.candidates(from, to, close),
      thatWon: (ids) => weeks.thatWon(ids),
      ownersBefore: (week, before) => weeks.ownersBefore(week, before),
      likes: (from, before) => votes.between(from, before),
      ownersOf: (ids) => bikes.ownersOf(ids),
      votersAmong: (ids) => voters.among(ids, now()),
      commentersOf: (of, from, before) => talkers.of(of, from, before),
      favoritersOf: (of, from, before) => favoriters.of(of, from, before),
      blocked: (pairs) => blocks.amongPairs(pairs),
    },
    leases: new Leases(db, now),
    bikes,
    withOwners: (won) => owners.addTo(won),
    tell,
    now,
  });
  return {
    service,
    erasure: { erase: ({ id }: Pick<Person, 'id'>) => weeks.forgetOwner(id) },
    indexed: [bikes, votes, weeks],
    mount: (api, guards) => void api.route('/', winnerRoutes(service, guards)),
    begin() {
      jobs.every(minute, 'winners', (stopping) => service.decideDue(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
