import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Draft, draftExample } from '@foyer/contracts/inbox/draft.ts'
import { type HistoryEntry, historyEntryExample } from '@foyer/contracts/inbox/history.ts'
import { holdExample } from '@foyer/contracts/inbox/hold.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import { savedViewExample } from '@foyer/contracts/inbox/saved-views.ts'
import { type Scheduled, scheduledExample } from '@foyer/contracts/inbox/scheduled.ts'
import type { Subscribed } from '@foyer/contracts/live.ts'
import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createLive, forgetLives, live } from '../../../test/controlled-live.ts'
import type { Api } from '../../api/client.ts'
import { connectionOf } from '../../live/live.machine.ts'
import { Live, useLive } from '../../parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../../parts/services.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { createDrafts } from './composer/drafts.actors.ts'
import { useHolds } from './next/use-holds.ts'
import { useFiles } from './panel/use-files.ts'
import { useHistory } from './panel/use-history.ts'
import { useScheduled } from './thread/use-scheduled.ts'
import type { InboxAddress } from './use-inbox-address.ts'
import { useMentions } from './use-mentions.ts'
import { useSavedViews } from './views/use-saved-views.ts'

const ORG = 'org_cedar'
const at = (n: number) => new Date(Date.UTC(2026, 10, 19, 0, n)).toISOString()
const mention = (n: number, version: number): Mention => ({ ...mentionExample, _id: `${n}`, at: at(60 - n), version })
const entry = (n: number): HistoryEntry => ({ ...historyEntryExample, conversationId: 'c1', position: 10 - n })
const text = (n: number, version: number): Scheduled => {
  return { ...scheduledExample, _id: `${n}`, conversationId: 'c1', sendAt: at(n), version }
}
const draft = (n: number, version: number): Draft => ({
  ...{ ...draftExample, conversationId: `${n}`, user: 'usr_lena', message: `${n}` },
  ...{ revision: version, version },
})
const colleague = (n: number, version: number): Staff => {
  return { _id: `${n}`, name: `Colleague ${n}`, email: null, role: 'agent', version }
}
const file = (n: number) => ({ _id: `${n}`, name: `${n}.pdf`, url: '', contentType: 'application/pdf', size: 1 })

const view = (n: number, version: number) => ({ ...savedViewExample, _id: `${n}`, name: `${n}`, version })
const NO_VIEW = { viewId: null, team: null, campaign: null, change: () => undefined } as unknown as InboxAddress
const NO_NAMES: ReadonlyMap<string, string> = new Map()
const NOW = new Date('2026-11-19T15:16:00.000Z')
const hold = (n: number, version: number) => ({ ...holdExample, conversationId: `${n}`, version })

/** A hook with live data: what it shows, the items of its reply, and the event about the nth item. */
interface Reader {
  readonly call: string
  readonly useShown: () => readonly string[] | undefined
  readonly item: (n: number, version: number) => unknown
  readonly event: (n: number, version: number) => { type: string; data: unknown }
  /** An event makes the hook read again instead of applying the event. */
  readonly rereads?: true
}

const READERS: Record<string, Reader> = {
  mentions: {
    call: 'mentions',
    useShown: () => useMentions(ORG, null).rows.data?.map(({ _id }) => _id),
    item: mention,
    event: (n, version) => ({ type: 'mention.added', data: mention(n, version) }),
  },
  history: {
    call: 'conversationHistory',
    useShown: () => useHistory(ORG, 'c1').data?.map(({ position }) => `${10 - position}`),
    item: entry,
    event: (n) => ({ type: 'history.added', data: entry(n) }),
  },
  'scheduled texts': {
    call: 'scheduledMessages',
    useShown: () => useScheduled(ORG, 'c1').data?.map(({ _id }) => _id),
    item: text,
    event: (n, version) => ({ type: 'scheduled.changed', data: text(n, version) }),
  },
  files: {
    call: 'attachments',
    useShown: () => useFiles(ORG, 'c1').data?.map(({ _id }) => _id),
    item: file,
    event: (n, version) => ({
      type: 'message.added',
      data: { conversationId: 'c1', message: { ...messageExample, version, attachments: [file(n)] } },
    }),
    rereads: true,
  },
  colleagues: {
    call: 'agents',
    useShown: () => {
      const { colleagues } = useColleagues(ORG)
      return colleagues.length === 0 ? undefined : colleagues.map(({ _id }) => _id)
    },
    item: colleague,
    event: (n, version) => ({ type: 'staff.changed', data: colleague(n, version) }),
  },
  holds: {
    call: 'holds',
    useShown: () => {
      const marks = useHolds({ organizationId: ORG, userId: 'usr_lena', names: NO_NAMES, now: NOW })
      return marks.size === 0 ? undefined : [...marks.keys()]
    },
    item: hold,
    event: (n, version) => ({ type: 'hold.changed', data: hold(n, version) }),
  },
  'saved views': {
    call: 'savedViews',
    useShown: () => {
      const ignored = { onSearch: () => undefined, onLeft: () => undefined }
      const { views } = useSavedViews({ organizationId: ORG, address: NO_VIEW, ...ignored })
      return views.length === 0 ? undefined : views.map(({ _id }) => _id)
    },
    item: view,
    event: (n, version) => ({ type: 'view.saved', data: view(n, version) }),
  },
  drafts: {
    call: 'drafts',
    useShown: useDraftTexts,
    item: draft,
    event: (n, version) => ({ type: 'draft.changed', data: draft(n, version) }),
  },
}

let api: Api

function useDraftTexts(): readonly string[] | undefined {
  const actor = useLive()
  const [shown, setShown] = useState<readonly string[] | undefined>()
  useEffect(() => {
    const drafts = createDrafts({
      ...{ api, live: actor, organizationId: ORG, userId: 'usr_lena' },
      ...{ clock: { now: () => new Date() }, newId: () => 'drafts', random: () => 0 },
    })
    const stop = drafts.subscribe(() => setShown([...drafts.texts().values()].sort()))
    return () => {
      stop()
      drafts.stop()
    }
  }, [actor])
  return shown
}

afterEach(() => {
  cleanup()
  forgetLives()
})

/** Renders the hook with the real live machine, and a relay and a server that the test answers. */
function start({ call, useShown, item, event }: Reader) {
  const answers: ((page: object) => void)[] = []
  api = ((name: string) => {
    expect(name).toBe(call)
    return new Promise((resolve) => answers.push(resolve))
  }) as unknown as Api
  const token = { get: async () => '', renew: async () => '' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: ORG, random: () => 0 })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={{ api } as AppServices}>
      <Live value={actor}>{children}</Live>
    </ServicesContext>
  )
  const { result } = renderHook(useShown, { wrapper })
  let position = 10
  const relay = (reply: { epoch?: string; resync: true } | { events: unknown[] }) => {
    const ask = live().sent.findLast((message) => message.type === 'subscribe')?.ask ?? 0
    const head = { ok: true as const, epoch: 'e1', head: position, counts: noCounts }
    act(() => live().tell({ type: 'relay.subscribed', ask, reply: { ...head, ...reply } as Subscribed }))
  }
  act(() => live().tell({ type: 'socket.connected' }))
  relay({ resync: true })
  return {
    answers,
    relay,
    shown: () => result.current,
    isLive: () => connectionOf(actor.getSnapshot()) === 'live',
    /** Answers the newest request with these items, as of `asOf`. */
    answer: (ns: readonly number[], asOf: number, epoch = 'e1') =>
      act(async () => {
        const data = ns.map((n) => item(n, asOf))
        answers.at(-1)?.({ code: 'ok', data, cursor: null, unseen: 0, asOf, epoch })
      }),
    hear(n: number, epoch = 'e1') {
      const seq = position + 1
      const where = { organizationId: ORG, epoch, counts: noCounts }
      const envelope = { ...where, seq, key: `${n}`, audience: 'organization' as const, at: at(n), ...event(n, seq) }
      act(() =>
        live().tell({
          type: 'relay.events',
          frame: { ...where, from: position, to: seq, events: [envelope as never] },
        }),
      )
      position = seq
    },
    breakOff(epoch: string, head: number) {
      position = head
      act(() => live().tell({ type: 'relay.head', head: { organizationId: ORG, epoch, head } }))
      relay({ epoch, resync: true })
    },
  }
}

describe.each(Object.entries(READERS))('live reader of %s', (_, reader) => {
  test('delays “Live” until it has read, and shows once what arrives meanwhile [OPEN-097]', async () => {
    const { hear, answer, answers, shown, isLive } = start(reader)
    expect([isLive(), shown(), answers.length]).toEqual([false, undefined, 1])
    hear(2)
    if (reader.rereads) {
      await answer([1], 10)
      await waitFor(() => expect(answers).toHaveLength(2))
      await answer([1, 2], 11)
    } else await answer([1], 10)
    expect([isLive(), shown()]).toEqual([true, ['1', '2']])
    hear(3)
    if (reader.rereads) {
      await waitFor(() => expect(answers).toHaveLength(3))
      await answer([1, 2, 3], 12)
    }
    expect([isLive(), shown()]).toEqual([true, ['1', '2', '3']])
  })

  test('shows nothing twice when the snapshot already has the events [OPEN-097]', async () => {
    const { hear, answer, shown, isLive } = start(reader)
    hear(2)
    hear(3)
    await answer([1, 2, 3], 12)
    expect([isLive(), shown()]).toEqual([true, ['1', '2', '3']])
  })

  test('gets a replay from the relay when the snapshot is older than the events [OPEN-097]', async () => {
    const { answer, answers, relay, shown, isLive } = start(reader)
    await answer([1], 8)
    expect(live().sent.findLast(({ type }) => type === 'subscribe')).toMatchObject({ message: { after: 8 } })
    expect(isLive()).toBe(false)
    const where = { organizationId: ORG, epoch: 'e1', counts: noCounts }
    const envelope = { ...where, seq: 9, key: '2', audience: 'organization', at: at(2), ...reader.event(2, 9) }
    relay({ events: [envelope] })
    if (reader.rereads) {
      await waitFor(() => expect(answers).toHaveLength(2))
      await answer([1, 2], 10)
    }
    await waitFor(() => expect([isLive(), shown()]).toEqual([true, ['1', '2']]))
  })

  test('drops the old data and loses no new event after a new epoch and a resync [OPEN-097]', async () => {
    const { breakOff, hear, answer, answers, shown, isLive } = start(reader)
    await answer([1, 2], 10)
    breakOff('e2', 3)
    expect([isLive(), shown()]).toEqual([false, ['1', '2']])
    hear(5, 'e2')
    const asked = answers.length
    await answer([4], reader.rereads ? 4 : 3, 'e2')
    if (!reader.rereads) expect([isLive(), shown()]).toEqual([true, ['4', '5']])
    breakOff('e2', 2_000)
    expect([isLive(), answers.length]).toEqual([false, asked + 1])
    await answer([6], 2_000, 'e2')
    expect([isLive(), shown()]).toEqual([true, ['6']])
  })
})
