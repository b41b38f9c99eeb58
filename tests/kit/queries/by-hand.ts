import type { Db } from 'mongodb';
import { DemoStore } from '#api/demo/demo.store.ts';
import { AddresseeStore } from '#api/features/accounts/accounts.addressees.store.ts';
import { ModeratedStore } from '#api/features/accounts/accounts.moderated.store.ts';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { TokenStore } from '#api/features/accounts/accounts.tokens.store.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { BikesById } from '#api/features/bikes/bikes.by-id.store.ts';
import { BikeDraftStore } from '#api/features/bikes/bikes.drafts.store.ts';
import { EndedBikeStore } from '#api/features/bikes/bikes.ended.store.ts';
import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { type KeyedBike, MakerKeyStore } from '#api/features/bikes/bikes.maker-keys.store.ts';
import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { newsDays } from '#api/features/bikes/bikes.news.ts';
import { MakerBikesStore } from '#api/features/bikes/bikes.of-maker.store.ts';
import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { BikeReactionCounts } from '#api/features/bikes/bikes.reactions.store.ts';
import { BikeSamples } from '#api/features/bikes/bikes.samples.store.ts';
import { SharedBikeStore } from '#api/features/bikes/bikes.shared.store.ts';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { BikeWinStore } from '#api/features/bikes/bikes.won.store.ts';
import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { Commenters } from '#api/features/comments/comments.commenters.store.ts';
import { CommentCounts } from '#api/features/comments/comments.counts.store.ts';
import { CommentStore } from '#api/features/comments/comments.store.ts';
import { MessageStore } from '#api/features/conversations/conversations.messages.store.ts';
import { ConversationStore } from '#api/features/conversations/conversations.store.ts';
import { digestMail } from '#api/features/digest/digest.mails.ts';
import { sampleContents } from '#api/features/digest/digest.sample.ts';
import { DigestStore } from '#api/features/digest/digest.store.ts';
import { FolderStore } from '#api/features/favorites/favorites.folders.store.ts';
import { KeeperStore } from '#api/features/favorites/favorites.keepers.store.ts';
import { FavoriteVotes } from '#api/features/favorites/favorites.votes.store.ts';
import { NewsStore } from '#api/features/feed/feed.store.ts';
import { FlagStore } from '#api/features/flags/flags.store.ts';
import { SearchAlertStore } from '#api/features/follows/follows.search-alerts.store.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { ReceivedLikes } from '#api/features/likes/likes.received.store.ts';
import { LikeStore } from '#api/features/likes/likes.store.ts';
import { LikeVotes } from '#api/features/likes/likes.votes.store.ts';
import { ActStore } from '#api/features/moderation/moderation.store.ts';
import { PhotoStore } from '#api/features/photos/photos.store.ts';
import { PushStore } from '#api/features/push/push.store.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { UpdateLikeStore } from '#api/features/updates/updates.likes.store.ts';
import { UpdateStore } from '#api/features/updates/updates.store.ts';
import { ViewCounts } from '#api/features/views/views.counts.store.ts';
import { ViewStore } from '#api/features/views/views.store.ts';
import { DeliveryStore } from '#api/features/webhooks/webhooks.deliveries.store.ts';
import { WebhookStore } from '#api/features/webhooks/webhooks.store.ts';
import { RankedStore } from '#api/features/winners/winners.ranked.store.ts';
import { createLog } from '#api/platform/logs.ts';
import { createMailer } from '#api/platform/mail/mail.ts';
import { cursorOf } from '#api/platform/paging.ts';
import { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { newId } from '#contract/ids.ts';
import { maxSearchAlerts } from '#contract/list-sizes.ts';

const all = async (rows: AsyncIterable<unknown>) => void (await Array.fromAsync(rows));

/**
 * Runs the queries that no call of the table and no job reaches: those that need a race, a full page, a vote or a
 * command.
 */
export async function askByHand(db: Db): Promise<void> {
  const [id, at, limit] = [newId(), new Date(), 10];
  const [place, bikes] = [{ id, publishedAt: new Date(0) }, [{ id, ownerId: id }]];
  const cursor = cursorOf({ at: at.getTime(), id });
  const seen = { id, hotRank: 1, publishedAt: 1, points: 1 };

  const moderated = new ModeratedStore(db);
  await moderated.byName('oskar');
  await moderated.withRoles();
  await new AccountStore(db).isEmpty();
  const tokens = new TokenStore(db);
  await tokens.byHash(id);
  await tokens.noteUse(id, at);
  await new WebhookStore(db).pause(id, 'failing');
  const deliveries = new DeliveryStore(db);
  const message = { webhookId: id, messageId: id, event: 'test', thingId: id, at } as const;
  const row = await deliveries.add(message, at);
  if (row) await deliveries.claim(row, at);
  await deliveries.postpone(id, at, at);
  await deliveries.release(id, at);
  await deliveries.removeOf(id);
  const alerts = new AlertStore(db);
  const mention = {
    what: 'raised',
    userId: id,
    type: 'mention',
    key: id,
    bikeId: id,
    actorId: id,
    first: false,
  } as const;
  await alerts.raise([mention], at);
  await alerts.of(id, limit);
  const acts = new ActStore(db);
  await acts.held(id, { what: 'ban', reason: '', until: null });
  await acts.removalsOf([id]);
  const people = new PeopleStore(db);
  await people.named(['oskar', 'mira']);
  await people.countHere(limit);
  for (const from of [null, place]) await people.joinedAfter(from, limit);

  const bikeStore = new BikeStore(db);
  await bikeStore.isShowing(id);
  await bikeStore.statusesWith(id);
  await bikeStore.isBanner(id);
  for (const page of [undefined, cursor]) {
    await bikeStore.recent(limit, page);
    await bikeStore.popular(limit, page);
    await new BikeWinStore(db).winners(limit, page);
    await all(new BikeWinStore(db).candidatesAmong([id], new Date(0), at, at));
    await new BikeDraftStore(db).ownedBy(id, at, limit, page);
    for (const part of ['Current', 'Previous'] as const) await new MemberBikesStore(db).list(id, part, limit, page);
  }
  await all(bikeStore.allOf(id));
  await new EndedBikeStore(db).waiting(at);
  const shared = new SharedBikeStore(db);
  await shared.activeOf(id, limit);
  for (const from of [null, place]) await shared.publishedAfter(from, limit);
  const found = new FoundBikes(db);
  const ofTerms = (['hot', 'newest', 'oldest'] as const).map((order) => ({
    order,
    ways: [['steel'], ['steel', 'ogre']],
  }));
  for (const { order, ways } of [...ofTerms, { order: 'points' as const, ways: [] }])
    for (const terms of [undefined, ...ways])
      for (const after of [null, seen]) await found.read({ ...(terms && { terms }), order, after, limit });
  for (const terms of [['steel'], ['steel', 'ogre']]) await found.some(terms, limit);
  await found.termsBeginning('og');
  await found.count('steel');

  const comments = new CommentStore(db);
  for (const page of [undefined, cursor]) await comments.of(id, limit, page, id);
  await comments.countAbout(id, [id]);
  for (const page of [undefined, cursor]) {
    await comments.of(id, limit, page);
    await comments.shownOf(id, page);
  }
  await comments.insert({ id, bikeId: id, author: { id, username: 'oskar', avatar: '' }, text: '', mentions: [], at });
  await comments.around(id, id, limit);
  await comments.withAnswered((await comments.ofAnyStatus([id])).map((one) => ({ ...one, replyTo: { ...one } })));
  await comments.pinnedOn(id);
  await all(comments.allOf(id));
  await comments.mentioningOf(id, at);
  await comments.firstsAmong([`${id}:${id}`]);
  await comments.mentionersOf(id, [id]);
  const counted = new CommentCounts(db);
  await counted.whole({ id, ownerId: id });
  await counted.open(id, limit);
  await counted.drop(id);
  await new Commenters(db).of(bikes, new Date(0), at);

  await new RankedStore(db).noteTold('2026-W09', [id]);

  const messages = new MessageStore(db);
  await all(messages.allOf(id, id));
  await messages.sentUpTo(id, id, 1);
  await messages.eraseIn(id);
  const conversations = new ConversationStore(db);
  await all(conversations.allOf(id));
  await conversations.correspondentsOf(id, [newId()]);
  await all(new BlockStore(db).allOf(id));
  await all(new FlagStore(db).allOf(id));
  const follows = new FollowStore(db);
  for (const page of [undefined, cursor]) {
    await follows.of(id, limit, page);
    await follows.membersOf(id, limit, page);
    await follows.followersOf(id, limit, page);
  }
  const sources = {
    member: [id, newId()],
    brand: ['surly', 'trek'],
    model: ['surly ogre', 'surly straggler'],
    part: ['brooks b17', 'thomson'],
    tag: ['lugged', 'steel'],
  };
  const stretch = { before: { at: at.getTime(), id }, since: 0, limit };
  await new NewestOfStore(db).list(sources, stretch);
  const news = new NewsStore(db, newsDays);
  await news.latest([`member:${id}`, 'tag:steel'], stretch);
  await news.changedSince(at, limit);
  await new BikesById(db).inFeed([id]);
  await news.add({ id, kind: 'won', bikeId: id, at, week: '2026-W09' }, [`bike:${id}`]);
  await follows.alerting('', limit);
  await follows.searches([{ userId: id, key: 'keywords=surly' }]);
  await new NewestBikeStore(db).between(new Date(0), at, limit);
  await new NewestBikeStore(db).visible([id]);
  const searchAlerts = new SearchAlertStore(db);
  const pass = { from: new Date(0), until: at, after: '' };
  await searchAlerts.rest(pass.from);
  await searchAlerts.state();
  await searchAlerts.begin(pass);
  await searchAlerts.advance(pass, id);
  await searchAlerts.end(pass);
  for (let i = 0; i <= maxSearchAlerts; i++) await searchAlerts.note(id, '2026-08-01', String(i), at);
  await searchAlerts.eraseOf(id);
  const origin = 'http://localhost';
  const mailer = createMailer({
    db,
    // Nobody listens there.
    url: 'smtp://127.0.0.1:9',
    tls: 'optional',
    folder: '',
    origin,
    site: new SiteSettings(db, () => at),
    now: () => at,
    log: createLog({ level: 'silent' }),
  });
  await mailer.isCrowded();
  const weekly = { username: 'oskar', email: 'oskar@example.org', token: id, contents: sampleContents };
  await mailer.queue(digestMail, [{ data: weekly, once: id }]);
  await mailer.sweep();
  await mailer.close();
  const digests = new DigestStore(db);
  const dueDigest = { memberId: id, at, day: '2026-12-04', timeZone: 'UTC' };
  for (const after of [undefined, dueDigest]) await digests.due(at, limit, after);
  await digests.finish([{ due: dueDigest, next: { at, day: '2026-12-11' } }]);
  await new AddresseeStore(db).byIds([id], at);
  await new MemberBikesStore(db).ownersOf([id, newId()]);
  const span = [[id, newId()], new Date(0), at] as const;
  await all(new ReceivedLikes(db).of([...span[0]], span[1], span[2]));
  await all(new FavoriteVotes(db).by([...span[0]], span[1], span[2]));
  await all(new Commenters(db).by([...span[0]], span[1], span[2]));
  const updates = new UpdateStore(db);
  await updates.has(id, id);
  await updates.titlesOf([id]);
  const updateLikes = new UpdateLikeStore(db);
  await updateLikes.counts([id]);
  await updateLikes.likesOf(id, [id]);
  await updateLikes.someOf(id);
  await all(updateLikes.allOf(id));
  await updateLikes.eraseOn(id);
  const samples = new BikeSamples(db);
  await samples.ofModel('surly ogre', limit);
  const ofMaker = new MakerBikesStore(db);
  for (const named of [
    { kind: 'brand', key: 'surly' },
    { kind: 'model', key: 'surly ogre' },
    { kind: 'part', key: 'brooks b17' },
  ] as const) {
    for (const page of [undefined, cursor]) await ofMaker.list(named, limit, page);
    await ofMaker.newest(named, limit);
    await ofMaker.count(named);
    await ofMaker.histories(named, limit);
    await ofMaker.since(named);
  }
  const keyed = new MakerKeyStore(db);
  for (const kind of ['brand', 'model', 'part'] as const) await all(keyed.having(kind, 'surly'));
  const keys = { brandKey: '', modelKey: '', componentKeys: [], partKeys: [] };
  await keyed.write([{ bike: { _id: id, version: 1 } as KeyedBike, keys }]);
  for (const kind of ['brand', 'model'] as const) await ofMaker.nextName(kind, 'surly');
  for (const from of [null, place]) await ofMaker.withPartsAfter(from, limit);
  await samples.ofTag('lugged', limit);
  await follows.removeBikes(id, [id]);
  await follows.eraseBike(id);
  await follows.someAround(id);
  await all(follows.allOf(id));
  await all(new LikeStore(db).allOf(id));
  await new ReceivedLikes(db).hasAny([id], at, at);
  await all(new LikeVotes(db).between(new Date(0), at));
  await new FavoriteVotes(db).of(bikes, new Date(0), at);
  await new FolderStore(db).sharedAsAny([id]);
  await new KeeperStore(db).changeOwner(id, id, newId());
  for (const counts of [
    new BikeReactionCounts(db, 'likes'),
    new BikeReactionCounts(db, 'favorites'),
    new ViewCounts(db),
  ]) {
    await counts.open(id, limit);
    await counts.drop(id);
  }
  const views = new ViewStore(db);
  for (let again = 0; again < 2; again += 1) await views.add('somebody', id, at, at);
  const photos = new PhotoStore(db);
  await all(photos.allOf(id));
  await photos.adopt(at, limit);

  await new PushStore(db).due(at, limit, ['push.example.org']);

  const terms = new TermStore(db);
  await terms.beginning('og', limit);
  await terms.near('ogre');
  await terms.names('brand', 'sur', limit);
  await terms.size();

  const demo = new DemoStore(db, new SiteMeta(db));
  const known = db.collection<{ _id: string }>('demo');
  for (const kind of ['bikes', 'users']) await known.insertOne({ _id: kind, ids: [id] } as never);
  await db.collection<{ _id: string }>('conversations').insertOne({ _id: newId(), heldBy: [id] } as never);
  await demo.removeTalk();
  await demo.removeLetters();
  await demo.removeWins();
}
