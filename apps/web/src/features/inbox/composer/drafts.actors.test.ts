import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Draft, draftExample } from '@foyer/contracts/inbox/draft.ts'
import type { Subscribed } from '@foyer/contracts/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { createLive, forgetLives, live } from '../../../../test/controlled-live.ts'
import type { Api } from '../../../api/client.ts'
import { composerMachine } from './composer.machine.ts'
import { createDrafts, SAVE_AFTER_MS } from './drafts.actors.ts'

const ORG = 'org_cedar'
const draft = (change: Partial<Draft>): Draft => ({ ...draftExample, conversationId: 'c1', ...change })
const NOW = 1_000_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetLives()
  vi.useRealTimers()
})

/** Drafts with an API that keeps what is saved, and live events sent by the test. */
function openDrafts(
  first: readonly Draft[] = [],
  answer?: (body: Record<string, unknown>) => { draft: Draft; kept: boolean },
) {
  const saves: Record<string, unknown>[] = []
  const actor = createLive({ token: {} as never, checkSession: async () => true, organizationId: ORG, random: () => 0 })
  const api = (async (name: string, { body }: { body: Record<string, unknown> }) => {
    const position = { code: 'ok', epoch: 'e1', asOf: 10 }
    if (name === 'drafts') return { ...position, data: first, cursor: null }
    saves.push(body)
    const { message, private: isNote, revision } = body as unknown as Draft
    const kept = { draft: draft({ message, private: isNote, revision, version: 10 + saves.length }), kept: true }
    return { ...position, data: answer?.(body) ?? kept }
  }) as unknown as Api
  const clock = { now: () => new Date(NOW) }
  const drafts = createDrafts({
    ...{ api, live: actor, organizationId: ORG, userId: 'usr_lena', clock },
    ...{ newId: () => 'drafts', random: () => 0 },
  })
  const composer = createActor(composerMachine, {
    input: {
      conversationId: 'c1',
      userId: 'usr_lena',
      connection: 'live',
      screen: () => ({ seen: 3, messages: [] }),
      clock,
      newId: () => 'key',
      draftRevision: () => drafts.revisionOfSending('c1'),
    },
  }).start()
  live().comeAlive()
  let position = 1
  const receive = (data: Draft) => {
    const at = { organizationId: ORG, epoch: 'e1', from: position, to: position + 1, counts: noCounts }
    position += 1
    const event = { ...at, seq: position, type: 'draft.changed', key: 'c1', at: draftExample.updatedAt, data }
    live().tell({ type: 'relay.events', frame: { ...at, events: [{ ...event, audience: `staff:${data.user}` }] } })
  }
  /** Disconnects and connects again. */
  async function comeBack() {
    live().drop()
    await vi.advanceTimersByTimeAsync(200)
    live().tell({ type: 'socket.connected' })
    const ask = live().sent.findLast((message) => message.type === 'subscribe')?.ask ?? 0
    const reply: Subscribed = { ok: true, epoch: 'e1', head: position, counts: noCounts, events: [] }
    live().tell({ type: 'relay.subscribed', ask, reply })
  }
  const type = (text: string) => composer.send({ type: 'draft.changed', text })
  const pass = () => vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  return {
    drafts,
    composer,
    saves,
    receive,
    comeBack,
    type,
    pass,
    box: () => composer.getSnapshot().context.drafts,
  }
}

test('drafts are saved after a pause in typing, with a revision above the clock', async () => {
  const { drafts, composer, saves, type, pass } = openDrafts()
  drafts.attach('c1', composer)
  type('Good')
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
  type('Good morning')
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
  expect(saves).toEqual([])
  await pass()
  expect(saves).toEqual([
    { organizationId: ORG, conversationId: 'c1', message: 'Good morning', private: false, revision: NOW + 1 },
  ])
  expect(drafts.texts().get('c1')).toBe('Good morning')
})

test('closing the conversation saves the draft at once', async () => {
  const { drafts, composer, saves, type } = openDrafts()
  const detach = drafts.attach('c1', composer)
  type('Good')
  detach()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toMatchObject([{ message: 'Good' }])
})

test('a draft that could not be saved is saved on reconnect and on closing the conversation', async () => {
  let away = true
  const { drafts, composer, saves, type, pass, comeBack } = openDrafts([], (body) => {
    if (away) throw new TypeError('Failed to fetch')
    return { draft: draft({ ...(body as Partial<Draft>), version: 10 + saves.length }), kept: true }
  })
  const detach = drafts.attach('c1', composer)
  type('Good morning')
  await pass()
  await comeBack()
  await pass()
  expect([saves.length, drafts.texts().get('c1')]).toEqual([2, undefined])
  away = false
  await comeBack()
  await pass()
  expect([saves.length, drafts.texts().get('c1')]).toEqual([3, 'Good morning'])
  away = true
  type('Good morning, Rosalind')
  await pass()
  away = false
  detach()
  await vi.advanceTimersByTimeAsync(0)
  expect(drafts.texts().get('c1')).toBe('Good morning, Rosalind')
})

test('composer shows the saved draft and follows another screen until the user types here', async () => {
  const { drafts, composer, receive, type, saves, pass, box } = openDrafts([
    draft({ message: 'From the phone', revision: 5 }),
  ])
  await vi.advanceTimersByTimeAsync(0)
  drafts.attach('c1', composer)
  expect(box().text).toBe('From the phone')
  receive(draft({ message: 'From the phone, more', revision: 6, version: 20 }))
  expect(box().text).toBe('From the phone, more')
  await pass()
  expect(saves, 'what came is not sent back').toEqual([])
  type('Mine')
  receive(draft({ message: 'Theirs', revision: 7, version: 21 }))
  expect(box().text).toBe('Mine')
  await pass()
  expect(saves).toMatchObject([{ message: 'Mine', revision: NOW + 1 }])
})

test('a save that came too late adopts the newer revision', async () => {
  const { drafts, composer, saves, type, pass, box } = openDrafts([], () => ({
    draft: draft({ message: 'Newer', revision: NOW + 500, version: 30 }),
    kept: false,
  }))
  drafts.attach('c1', composer)
  type('Older')
  await pass()
  expect(box().text, 'what one types here is never written over').toBe('Older')
  type('Older, and more')
  await pass()
  expect(saves.map(({ revision }) => revision)).toEqual([NOW + 1, NOW + 501])
})

test('sending a message ends its draft: no save follows, and no older revision comes back', async () => {
  const { drafts, composer, saves, receive, type, pass, box } = openDrafts()
  drafts.attach('c1', composer)
  type('Good morning')
  await pass()
  composer.send({ type: 'send.requested' })
  expect(composer.getSnapshot().context.bubbles[0]?.draftRevision).toBe(NOW + 2)
  receive(draft({ message: 'Good morning', revision: NOW + 1, version: 40 }))
  await pass()
  expect([saves.length, box().text]).toEqual([1, ''])
})

test('a text that was never saved is sent without a revision, and another user’s draft is ignored', async () => {
  const { drafts, composer, receive, type } = openDrafts()
  drafts.attach('c1', composer)
  type('Quick')
  composer.send({ type: 'send.requested' })
  expect(composer.getSnapshot().context.bubbles[0]?.draftRevision).toBeNull()
  receive(draft({ user: 'usr_dana', message: 'Hers', revision: 9, version: 50 }))
  expect(drafts.texts().size).toBe(0)
})
