/** A screen without a browser: the snapshot that it reads by HTTP, and the copy after events of the log. */
import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { events as eventTypes, type KnownEvent } from '@foyer/contracts/events.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { defaultFilters, isHeldFor, matchesFilter, orderOf, sortIncludes } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Sort, Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { expect } from 'vitest'
import type { Clinics } from '../calls/clinics.ts'
import { applyToBoard, type BoardCopy, boardCopy } from '../support/board-copy.ts'
import { applyToCampaigns, type CampaignsCopy } from '../support/campaigns-copy.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations } from '../support/inbox-copy.ts'
import type { Member } from '../support/member.ts'
import { applyToVisits, byId, readAgain, type VisitsCopy } from '../support/visits-copy.ts'

export type ScreenCopy = InboxCopy & VisitsCopy & CampaignsCopy & BoardCopy

export interface Snapshot {
  /** The reader; drafts and mentions in the copy are this user's. */
  readonly userId: string
  readonly copy: ScreenCopy
  readonly asOf: number
  readonly epoch: string
  /** The ids of the list and of the snoozed list, as the API orders them under each sort. */
  readonly order: Readonly<Record<Sort, readonly string[]>>
  readonly counts: Counts
}

/** Snoozed conversations have their own list; the two lists hold every conversation once. */
const LISTS = ['all', 'snoozed'] as const satisfies Tab[]

interface Reading {
  readonly organizationId: string
  /** The ids of the conversations that the screen has open. */
  readonly watched: readonly string[]
}

type Position = Pick<Snapshot, 'asOf' | 'epoch'>
type Threads = Pick<InboxCopy, 'messages' | 'history' | 'scheduled'>

/** Reads an organization's lists page by page, and the open threads. Nothing may be written meanwhile. */
export async function readSnapshot(
  { feed }: Pick<Clinics, 'feed'>,
  member: Member,
  { organizationId, watched }: Reading,
): Promise<Snapshot> {
  const positions: Position[] = []
  const list = async (sort: Sort) => {
    const lists = []
    for (const filter of LISTS) {
      const query = { organizationId, status: ['all'] as ['all'], filter, limit: 7, sort }
      lists.push(...(await readAll(positions, (at) => member.call('conversations', { query: { ...query, ...at } }))))
    }
    return lists
  }
  const listed = await list('newest')
  const waiting = await list('waiting')
  const drafts = await readAll(positions, (at) => member.call('drafts', { query: { organizationId, limit: 2, ...at } }))
  const mentions = await readAll(positions, (at) =>
    member.call('mentions', { query: { organizationId, limit: 3, ...at } }),
  )
  const query = { organizationId }
  const [staff, teams, settings, tally, views, preferences, board] = await Promise.all([
    member.call('agents', { query }),
    member.call('teams', { query }),
    member.call('inboxSettings', { query }),
    member.call('ownTally', { query }),
    member.call('savedViews', { query }),
    member.call('preferences', { query }),
    member.call('board', { query }),
  ])
  positions.push(staff, teams, settings, tally, views, preferences, board)
  const { businessHours, version } = settings.data
  const visits = await readVisits(positions, member, organizationId)
  const campaigns = await readCampaigns(positions, member, organizationId)
  const { threads, positions: ofThreads } = await readThreads(member, { organizationId, watched })
  const { head, epoch, counts } = await feed(organizationId, 0, 0)
  expectAll([...positions, ...ofThreads], { asOf: head, epoch })
  const copy = {
    ...mergeConversations(emptyCopy, listed),
    ...threads,
    ...visits,
    ...campaigns,
    ...boardCopy(board.data),
    drafts: new Map(drafts.map((draft) => [draft.conversationId, draft])),
    mentions: new Map(mentions.map((mention) => [mention._id, mention])),
    staff: new Map(staff.data.map((one) => [one._id, one])),
    views: new Map(views.data.map((view) => [view._id, view])),
    tally: unnumbered(new Map([[tally.data.user, tally.data]])),
    teams: new Map(teams.data.map((one) => [one._id, one])),
    hours: new Map([[organizationId, { organizationId, businessHours, version }]]),
    preferences: new Map([[preferences.data.user, preferences.data]]),
  }
  const order = { newest: listed.map(({ id }) => id), waiting: waiting.map(({ id }) => id) }
  return { userId: userIdOf(member), copy, asOf: head, epoch, order, counts }
}

/** Reads every page of the visits and of the patients, and the due dates of each patient. */
async function readVisits(positions: Position[], member: Member, organizationId: string): Promise<VisitsCopy> {
  const visits = await readAll(positions, async (at) => {
    const page = await member.call('appointmentList', { organizationId, query: { limit: 100, ...at } })
    return { ...page, data: page.data.list }
  })
  const patients = await readAll(positions, async (at) => {
    const page = await member.call('patientSearch', { body: { organizationId, limit: 3, ...at } })
    return { ...page, data: page.data.list }
  })
  const due = await Promise.all(
    patients.map(({ _id: patientId }) => member.call('dueDateList', { query: { organizationId, patientId } })),
  )
  positions.push(...due)
  return { visits: byId(visits), patients: byId(patients), dueDates: byId(due.flatMap(({ data }) => data)) }
}

/** Reads every page of the campaigns, and the templates. */
async function readCampaigns(positions: Position[], member: Member, organizationId: string): Promise<CampaignsCopy> {
  const campaigns = await readAll(positions, (at) =>
    member.call('campaigns', { query: { organizationId, limit: 100, ...at } }),
  )
  const query = JSON.stringify({ organizationId })
  const templates = await member.call('notifierTemplates', { query: { query } })
  positions.push(templates)
  return { campaigns: byId(campaigns), templates: byId(templates.data) }
}

/** Opens more threads on the same screen. Nothing may have been written since it was read. */
export async function openThreads(
  screen: Snapshot,
  member: Member,
  { organizationId, watched }: Reading,
): Promise<Snapshot> {
  const more = watched.filter((id) => !screen.copy.messages.has(id))
  const { threads, positions } = await readThreads(member, { organizationId, watched: more })
  expectAll(positions, screen)
  const { messages, history, scheduled } = screen.copy
  return {
    ...screen,
    copy: {
      ...screen.copy,
      messages: new Map([...messages, ...threads.messages]),
      history: new Map([...history, ...threads.history]),
      scheduled: new Map([...scheduled, ...threads.scheduled]),
    },
  }
}

type Part<Item> = { data: Item[]; cursor: string | null } & Position

async function readAll<Item>(
  positions: Position[],
  read: (at: { cursor?: string }) => Promise<Part<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor ? { cursor } : {})
    items.push(...page.data)
    positions.push(page)
    cursor = page.cursor
  }
  return items
}

async function readThreads(
  member: Member,
  { organizationId, watched }: Reading,
): Promise<{ threads: Threads; positions: Position[] }> {
  const positions: Position[] = []
  const [messages, history, scheduled] = [new Map(), new Map(), new Map()]
  for (const conversationId of watched) {
    const about = { organizationId, conversationId }
    const told = (at: object) => member.call('conversationHistory', { query: { ...about, limit: 100, ...at } })
    const [thread, events, ahead] = await Promise.all([
      member.call('messages', { query: { ...about, limit: 200 } }),
      readAll(positions, told),
      member.call('scheduledMessages', { query: about }),
    ])
    messages.set(conversationId, thread.data)
    history.set(conversationId, events)
    scheduled.set(conversationId, ahead.data)
    positions.push(thread, ahead)
  }
  return { threads: { messages, history, scheduled }, positions }
}

function expectAll(positions: readonly Position[], { asOf: head, epoch: life }: Position): void {
  for (const { asOf, epoch } of positions) expect([asOf, epoch]).toEqual([head, life])
}

function userIdOf({ token }: Member): string {
  return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }).sub
}

/** The events for a staff member who has every conversation open. */
function eventsFor({ userId }: Pick<Snapshot, 'userId'>, events: readonly KnownEvent[]): KnownEvent[] {
  return events.filter(({ audience }) => !audience.startsWith('staff:') || audience === `staff:${userId}`)
}

/** Applies the events for the screen's reader, and removes empty drafts, staff who left and removed teams. */
export function applyEvents(screen: Pick<Snapshot, 'userId' | 'copy'>, events: readonly KnownEvent[]): ScreenCopy {
  const told = eventsFor(screen, events)
  const after = apply(screen.copy, told)
  return {
    ...after,
    ...applyToVisits(screen.copy, told, today()),
    ...applyToCampaigns(screen.copy, told),
    ...applyToBoard(screen.copy, told),
    drafts: new Map([...after.drafts].filter(([, { message }]) => message !== null)),
    staff: new Map([...after.staff].filter(([, { role }]) => role !== null)),
    views: new Map([...after.views].filter(([, { removed }]) => !removed)),
    tally: unnumbered(after.tally),
    teams: new Map([...after.teams].filter(([, { removed }]) => !removed)),
  }
}

/** By the clock of both clinics' API, in the time zone of the one that is read. */
const today = () => dayIn(new Date(), 'America/Chicago')

/** A tally that was read has the position of the reading as its version, so two equal ones may differ in it. */
function unnumbered(tally: InboxCopy['tally']): InboxCopy['tally'] {
  return new Map([...tally].map(([user, one]) => [user, { ...one, version: 0 }]))
}

/** Replaces the names in the copy by those that a screen shows: the present ones of the staff, the teams and the conversation's patient. */
export function named({ staff, teams, ...copy }: ScreenCopy): ScreenCopy {
  const now = <One extends { _id: string; name: string } | null>(one: One) =>
    one && { ...one, name: (staff.get(one._id) ?? teams.get(one._id))?.name ?? one.name }
  const conversations = [...copy.conversations].map(([id, conversation]) => {
    const { staffAssigned, changedBy, team } = conversation
    return [
      id,
      { ...conversation, staffAssigned: staffAssigned.map(now), changedBy: now(changedBy), team: now(team) },
    ] as const
  })
  const history = [...copy.history].map(([id, entries]) => {
    const conversation = copy.conversations.get(id)
    const called = (_id: string, name: string) =>
      _id === conversation?.patientId ? conversation.name : now({ _id, name }).name
    const shown = entries.map((entry) => {
      const names = Object.entries(entry.names).map(([_id, name]) => [_id, called(_id, name)] as const)
      return { ...entry, by: now(entry.by), names: Object.fromEntries(names) }
    })
    return [id, shown] as const
  })
  const views = [...copy.views].map(([id, view]) => [id, { ...view, owner: now(view.owner) }] as const)
  return {
    ...copy,
    staff,
    teams,
    conversations: new Map(conversations),
    history: new Map(history),
    views: new Map(views),
  }
}

/** Checks an event against its type. */
export function known(envelope: Envelope): KnownEvent {
  const type = eventTypes.find((one) => one.type === envelope.type)
  if (!type) throw new Error(`There is no event type ${envelope.type}.`)
  expect(type.data.parse(envelope.data), 'an event has fields that its type does not declare').toEqual(envelope.data)
  const { key, audience } = type as { key(data: unknown): string; audience(data: unknown): string }
  expect([envelope.key, envelope.audience]).toEqual([key(envelope.data), audience(envelope.data)])
  return envelope as KnownEvent
}

/** The version in an event's data, which must equal the event's seq. */
function versionOf(event: KnownEvent): number {
  switch (event.type) {
    case 'message.added':
    case 'message.changed':
      return event.data.message.version
    case 'visitor.message':
      // Data for visitors has no version.
      return event.seq
    case 'hours.changed':
    case 'preferences.changed':
      // Its version counts the saves of the setting.
      return event.seq
    case 'appointments.reloaded':
    case 'patients.reloaded':
      // They say what to read again.
      return event.seq
    case 'review.changed':
      return event.data.foyer.version
    case 'history.added':
      // History entries never change, so they have no version.
      return event.seq
    default:
      return event.data.version
  }
}

/** [OPEN-020] The five counts, from a copy of the whole organization. */
function countsOf({ conversations }: InboxCopy): Counts {
  return [...conversations.values()].map(contribution).reduce(addCounts, noCounts)
}

/** The ids of both lists in the order in which a screen with this copy shows them. */
function listOf({ conversations }: InboxCopy, sort: Sort): string[] {
  const placed = [...conversations.values()].filter((conversation) => sortIncludes(conversation, sort))
  placed.sort(orderOf(sort))
  return LISTS.flatMap((tab) =>
    placed.filter((one) => matchesFilter(one, { ...defaultFilters(''), status: 'all', tab })).map(({ id }) => id),
  )
}

/**
 * Applies the events in order to the screen. After each event its counts must equal those of the copy, and the seqs must have no
 * gap. At the end the copy must equal a fresh one.
 */
export function replay(before: Snapshot, events: readonly KnownEvent[], after: Snapshot): void {
  let { copy } = before
  for (const [index, event] of events.entries()) {
    expect([event.seq, event.epoch]).toEqual([before.asOf + 1 + index, before.epoch])
    expect(versionOf(event), `${event.type} ${event.seq}`).toBe(event.seq)
    copy = applyEvents({ ...before, copy }, [event])
    expect(event.counts, `as of ${event.seq}`).toEqual(countsOf(copy))
  }
  expect(before.asOf + events.length).toBe(after.asOf)
  expect(readAgain(copy, events, after.copy)).toEqual(after.copy)
  expect({ newest: listOf(copy, 'newest'), waiting: listOf(copy, 'waiting') }).toEqual(after.order)
  expect(countsOf(copy)).toEqual(after.counts)
  expectOwnViews(after)
}

/** Each person's own views have as many rows as their counts say, with those that are held for everybody. */
function expectOwnViews({ userId, counts, copy: { tally, drafts, conversations } }: Snapshot): void {
  const held = [...conversations.values()].filter((one) => isHeldFor(one, userId))
  expect(tally.get(userId)).toMatchObject({ drafts: drafts.size, held: held.length - (counts.heldForAll ?? 0) })
}
