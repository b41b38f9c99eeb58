import { brandOf, brands, matchBrand } from '#api/catalog/catalog.ts';
import { VoterStore } from '#api/features/accounts/accounts.voters.store.ts';
import { alertRoutes } from '#api/features/alerts/alerts.routes.ts';
import { AlertService } from '#api/features/alerts/alerts.service.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { BikesAmong } from '#api/features/bikes/bikes.among.store.ts';
import { BesideStore } from '#api/features/bikes/bikes.beside.store.ts';
import { BikesBeside } from '#api/features/bikes/bikes.beside.ts';
import { BikeCatchUp } from '#api/features/bikes/bikes.catch-up.store.ts';
import { BikeCountStore, type CountKind } from '#api/features/bikes/bikes.counts.store.ts';
import { BikeDraw } from '#api/features/bikes/bikes.draw.ts';
import { EndedBikeStore } from '#api/features/bikes/bikes.ended.store.ts';
import { BikeErasure } from '#api/features/bikes/bikes.erasure.ts';
import { BikeExport } from '#api/features/bikes/bikes.export.ts';
import { BikeFigures } from '#api/features/bikes/bikes.figures.store.ts';
import { BikeNumbers } from '#api/features/bikes/bikes.numbers.ts';
import { BikePeople } from '#api/features/bikes/bikes.people.store.ts';
import { BikeRing } from '#api/features/bikes/bikes.random.store.ts';
import { bikeRoutes } from '#api/features/bikes/bikes.routes.ts';
import { BikeService } from '#api/features/bikes/bikes.service.ts';
import { BikeStandingStore } from '#api/features/bikes/bikes.standing.store.ts';
import { BikeStandings } from '#api/features/bikes/bikes.standing.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status.store.ts';
import { BikeStatusService } from '#api/features/bikes/bikes.status.ts';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { BikeWinStore } from '#api/features/bikes/bikes.won.store.ts';
import { CommentAlerts } from '#api/features/comments/comments.alerts.ts';
import { CommentCounts } from '#api/features/comments/comments.counts.store.ts';
import { CommentErasure } from '#api/features/comments/comments.erasure.ts';
import { CommentExport } from '#api/features/comments/comments.export.ts';
import { CommentPeople } from '#api/features/comments/comments.people.store.ts';
import { commentRoutes } from '#api/features/comments/comments.routes.ts';
import { CommentService } from '#api/features/comments/comments.service.ts';
import { CommentStore } from '#api/features/comments/comments.store.ts';
import { CommentTalkers } from '#api/features/comments/comments.talkers.store.ts';
import { FavoriteAlerts } from '#api/features/favorites/favorites.alerts.ts';
import { FavoriteErasure } from '#api/features/favorites/favorites.erasure.ts';
import { FavoriteExport } from '#api/features/favorites/favorites.export.ts';
import { FolderStore } from '#api/features/favorites/favorites.folders.store.ts';
import { FolderService } from '#api/features/favorites/favorites.folders.ts';
import { FavoriteLists } from '#api/features/favorites/favorites.lists.ts';
import { favoriteRoutes } from '#api/features/favorites/favorites.routes.ts';
import { FavoriteService } from '#api/features/favorites/favorites.service.ts';
import { FavoriteStore } from '#api/features/favorites/favorites.store.ts';
import { FavoriteVotes } from '#api/features/favorites/favorites.votes.store.ts';
import { figureRoutes } from '#api/features/figures/figures.routes.ts';
import { LikeAlerts } from '#api/features/likes/likes.alerts.ts';
import { LikeErasure } from '#api/features/likes/likes.erasure.ts';
import { LikeExport } from '#api/features/likes/likes.export.ts';
import { likeRoutes } from '#api/features/likes/likes.routes.ts';
import { LikeService } from '#api/features/likes/likes.service.ts';
import { LikeStore } from '#api/features/likes/likes.store.ts';
import { LikeVotes } from '#api/features/likes/likes.votes.store.ts';
import { markRoutes } from '#api/features/marks/marks.routes.ts';
import { MarkService } from '#api/features/marks/marks.service.ts';
import { ViewCounts } from '#api/features/views/views.counts.store.ts';
import { viewRoutes } from '#api/features/views/views.routes.ts';
import { ViewService } from '#api/features/views/views.service.ts';
import { ViewStore } from '#api/features/views/views.store.ts';
import { winnerRoutes } from '#api/features/winners/winners.routes.ts';
import { WinnerService } from '#api/features/winners/winners.service.ts';
import { WinnerStore } from '#api/features/winners/winners.store.ts';
import { BikeMarkCounts } from '#api/platform/bike-marks.ts';
import type { CountingBike } from '#api/platform/counting.ts';
import { type Effect, Effects } from '#api/platform/effects.ts';
import { Leases } from '#api/platform/leases.ts';
import { Remembered } from '#api/platform/remembered.ts';
import { version } from '#api/version.ts';
import type { Person } from '#contract/people.ts';
import { type Ground, hour, minute, type Part } from './ground.ts';
import type { MemberStores } from './members.ts';
import { photosPart } from './photos.ts';
import { sharingPart } from './sharing.ts';

interface Needs {
  people: Pick<MemberStores['people'], 'among' | 'count' | 'here'>;
  /** Whether a member left or was shut out, so that their bikes are away. */
  isGone(memberId: string): Promise<boolean>;
}

/** Milliseconds that what was counted over all bikes holds: counting them costs more the more there are. */
const countedFor = 10_000;

const brandsForForms = brands().map(({ slug, name, aliases, models }) => ({
  ...{ id: slug, name, aliases },
  models: models.map((model) => model.name),
}));

/** Bikes, and all that members do with them. */
export function showcasePart(ground: Ground, { people, isGone }: Needs) {
  const { db, config, notes, jobs, now, log } = ground;
  const bikes = new BikeStore(db);
  const likes = new LikeStore(db);
  const [favorites, folderStore] = [new FavoriteStore(db), new FolderStore(db)];
  const comments = new CommentStore(db);
  const viewStore = new ViewStore(db);
  const alertStore = new AlertStore(db);
  const [won, votes, weeks] = [new BikeWinStore(db), new LikeVotes(db), new WinnerStore(db)];
  const sources = {
    likes: new BikeMarkCounts(db, 'likes'),
    favorites: new BikeMarkCounts(db, 'favorites'),
    ...{ comments: new CommentCounts(db), views: new ViewCounts(db) },
  };
  const commentPeople = new CommentPeople(db);
  const photos = photosPart(ground, { bikes });
  const sharing = sharingPart(ground, { bikes, photos });
  const peopleOf = (ids: string[]) => people.among(ids);
  const alerts = new AlertService({
    alerts: alertStore,
    sources: [new CommentAlerts({ comments }), new LikeAlerts({ peopleOf }), new FavoriteAlerts({ peopleOf })],
    bikesOf: (ids) => bikes.shownToOwners(ids),
    // Nobody can write to anybody yet.
    unreadOf: async () => ({ unreadMessageCount: 0, conversations: [] }),
    ...{ now, version },
  });
  const note = (effects: readonly Effect[]) => {
    for (const { what, ...ids } of effects) log.debug({ effect: what, ...ids }, 'effect');
  };
  const { tell } = new Effects([note, alerts.follow, sharing.follow]);
  const numbers = new BikeNumbers({ bikes: new BikeCountStore(db), sources, notes, tell });
  const statusStore = new BikeStatusStore(db);
  const statuses = new BikeStatusService({ bikes: statusStore, isGone, tell, now });
  const service = new BikeService({
    bikes,
    settleFlag: (id, ownerId, content, at, version) => statusStore.settle(id, ownerId, content, at, version),
    photosOf: (ownerId, ids) => photos.service.of(ownerId, ids),
    touchPhotos: photos.touch,
    brandById: (id) => brandOf(id) ?? null,
    brandByName: (name) => matchBrand(name) ?? null,
    tell,
    now,
  });
  const besideStore = new BesideStore(db);
  const beside = new BikesBeside({ bikes: besideStore, get: (id) => service.get(id) });
  const counting =
    (kind: CountKind) =>
    async (bikeId: string): Promise<CountingBike | null> => {
      const bike = await numbers.find(bikeId);
      if (!bike) return null;
      const { ownerId, status, counts } = bike;
      return {
        ...{ owner: { id: ownerId }, status, total: counts[kind] },
        count: async (changed) => (await numbers.count(bike, kind, changed))[kind],
        settle: async () => (await numbers.settle(bikeId))?.[kind] ?? counts[kind],
      };
    };
  const ended = new EndedBikeStore(db);
  const erasure = new BikeErasure({
    ...{ bikes, ended, tell, now },
    eraseTalk: async (id) => void (await Promise.all([likes.eraseOn(id), favorites.eraseOn(id), comments.eraseOn(id)])),
    erasePhotos: async (ownerId, ids, bikeId) => {
      const used = await bikes.photosInUse(ids, bikeId);
      await photos.erasure.eraseSome(
        ownerId,
        ids.filter((id) => !used.has(id)),
      );
    },
  });
  const likeService = new LikeService({ likes, bikeOf: counting('likes'), now });
  const favoriteService = new FavoriteService({
    ...{ favorites, folders: folderStore, now },
    bikeOf: counting('favorites'),
  });
  const folders = new FolderService({ folders: folderStore, favorites, service: favoriteService, jobs });
  const among = new BikesAmong(db);
  const favoriteLists = new FavoriteLists({
    ...{ folders: folderStore, favorites },
    coversOf: (ids) => among.covers(ids),
    cardsOf: (ids) => among.cards(ids),
    memberHere: (id) => people.here(id),
  });
  const commentService = new CommentService({
    comments,
    bikeOf: counting('comments'),
    seen: (bikeId) => service.get(bikeId),
    tell,
    now,
  });
  const views = new ViewService({
    ...{ views: viewStore, keys: config.keys, now },
    bikeOf: async (bikeId) => {
      const bike = await numbers.find(bikeId);
      return bike && { owner: { id: bike.ownerId }, status: bike.status };
    },
  });
  const [voters, talkers, favoriters] = [new VoterStore(db), new CommentTalkers(db), new FavoriteVotes(db)];
  const winners = new WinnerService({
    weeks,
    election: {
      candidates: (from, to, close) => won.candidates(from, to, close),
      thatWon: (ids) => weeks.thatWon(ids),
      ownersBefore: (week, before) => weeks.ownersBefore(week, before),
      likes: (from, before) => votes.between(from, before),
      ownersOf: (ids) => won.ownersOf(ids),
      votersAmong: (ids) => voters.among(ids, now()),
      commentersOf: (of, from, before) => talkers.of(of, from, before),
      favoritersOf: (of, from, before) => favoriters.of(of, from, before),
      // Members cannot block each other yet.
      blocked: async () => new Set(),
    },
    leases: new Leases(db, now),
    bikes: won,
    tell,
    now,
  });
  const ring = new BikeRing(db);
  const counts = new BikeFigures(db);
  const counted = new Remembered(() => counts.count(), { now, longest: countedFor });
  const draw = new BikeDraw({ ring, count: () => counted.get(), random: () => Math.random() });
  const figures = new Remembered(
    async () => {
      const asked = [counted.get(), counts.categories(), people.count(), likes.total(), winners.decided(1)] as const;
      const [all, categories, members, given, [last]] = await Promise.all(asked);
      return { bikes: all, categories, members, likes: given, decided: last?.week ?? null };
    },
    { now, longest: countedFor },
  );
  const marks = new MarkService({
    liked: (user, bikeId) => likeService.isLiked(user, bikeId),
    favoritedFolderIds: (user, bikeId) => favoriteService.foldersOf(user, bikeId),
  });
  return {
    ...{ bikes, service, statuses, photos, winners, numbers, sharing },
    removeComments: (authorId: string, stopping: AbortSignal) => commentService.removeAllOf(authorId, stopping),
    copies: [new BikeStandings({ bikes: new BikeStandingStore(db), tell }), new BikePeople(db), commentPeople],
    /** In this order: what is found by something else goes before it. */
    erasures: [
      new LikeErasure({ likes, service: likeService }),
      new FavoriteErasure({ favorites, folders: folderStore, service: favoriteService }),
      new CommentErasure({ comments, service: commentService }),
      erasure,
      photos.erasure,
      { erase: ({ id }: Pick<Person, 'id'>) => alertStore.eraseOf(id) },
      { erase: ({ id }: Pick<Person, 'id'>) => weeks.forgetOwner(id) },
    ],
    exported: {
      bikes: new BikeExport(bikes),
      comments: new CommentExport(comments),
      likes: new LikeExport(likes),
      favorites: new FavoriteExport({ favorites, folders: folderStore }),
      photos: photos.exported,
    },
    indexed: [
      ...[bikes, ended, besideStore, likes, favorites, folderStore, comments, viewStore, alertStore, won, votes, weeks],
      commentPeople,
      ...[...Object.values(sources), ...photos.indexed],
    ],
    /** Brings what an older version wrote up to what lists read. */
    catchUp: () => new BikeCatchUp(db, notes).fill(),
    mount(api, guards) {
      api
        .route('/', winnerRoutes(winners, guards))
        .route('/', bikeRoutes(service, { statuses, draw, beside }, brandsForForms, guards))
        .route('/', likeRoutes(likeService, guards))
        .route('/', favoriteRoutes({ service: favoriteService, folders, lists: favoriteLists }, guards))
        .route('/', viewRoutes(views, guards))
        .route('/', commentRoutes(commentService, guards))
        .route('/', markRoutes(marks, guards))
        .route(
          '/',
          figureRoutes(() => figures.get(), guards),
        )
        .route('/', alertRoutes(alerts, guards));
      photos.mount(api, guards);
    },
    begin() {
      jobs.every(minute, 'numbers of bikes', (stopping) => numbers.sweep(stopping));
      jobs.every(minute, 'places of bikes', (stopping) => ring.fill(stopping));
      jobs.every(hour, 'deleted bikes', (stopping) => erasure.sweep(stopping));
      jobs.every(minute, 'deleted folders', (stopping) => folders.sweep(stopping));
      jobs.every(minute, 'winners', (stopping) => winners.decideDue(stopping));
      photos.begin();
    },
  } satisfies Part & Record<string, unknown>;
}
