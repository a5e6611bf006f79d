/** A browser tab without a page: the product's live machine and socket code, and the copy that list and thread keep. */
import { joinRuns } from '@foyer/contracts/collection.rules.ts'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { events } from '@foyer/contracts/events.ts'
import { messagesOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Frame } from '@foyer/contracts/live.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { type AnyActorRef, createActor, fromCallback, fromPromise } from 'xstate'
import { tableOf } from '../../apps/web/build/event-table.ts'
import { systemClock } from '../../apps/web/src/lib/clock.ts'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import type { FromBrowser, FromSocket, LiveChanges, ToSocket } from '../../apps/web/src/live/live-messages.ts'
import { createSocketActor } from '../../apps/web/src/live/socket.actors.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations } from '../support/inbox-copy.ts'
import type { ReceivedCheck } from './check-received.ts'
import type { Client } from './client.ts'
import type { Staff } from './staff.ts'

export interface Screen extends Client {
  /** Sends an event of the browser: it went offline or online, or the tab became visible. */
  browserEvent(event: FromBrowser): void
  open(conversationId: string): void
  /** Switches to the other clinic of a person who works in two. */
  changeClinic(): void
}

/** Defects that test the checks: the screen loses frames, and with `isBlind` it doesn't detect the gap either. */
interface Weakness {
  readonly loses: () => boolean
  readonly isBlind: boolean
}

interface ScreenDependencies {
  readonly name: string
  readonly staff: Staff
  /** The same person in another clinic. */
  readonly elsewhere?: Staff
  /** The error of its machine's clock. */
  readonly clockMs?: number
  /** The URL by which it reaches a relay. */
  readonly relayUrl: string
  readonly received: ReceivedCheck
  readonly random: () => number
  readonly weakness?: Weakness
}

type SocketCallback = (parts: {
  sendBack: (event: FromSocket) => void
  receive: (listener: (message: ToSocket) => void) => void
  input: { freshToken: boolean }
  self: AnyActorRef
}) => (() => void) | undefined

const PENDING_MAX = 2000
const AGAIN_MS = 700
const PAGE = 100
export const THREAD_MAX = 200

/** A tab that renders nothing has painted as soon as it is asked, so its windows of frames are the shortest. */
function paintAtOnce(then: () => void): () => void {
  const timer = setTimeout(then)
  return () => clearTimeout(timer)
}

/** Makes the copy apply events of this thread and of no other. */
const withThread = (copy: InboxCopy, conversationId: string | null): InboxCopy => ({
  ...copy,
  messages: new Map(conversationId === null ? [] : [[conversationId, []]]),
})

export function openScreen(parts: ScreenDependencies): Screen {
  const { name, staff, elsewhere = staff, relayUrl, received, random, weakness, clockMs = 0 } = parts
  let here = staff
  const clock = { ...systemClock, now: () => new Date(Date.now() + clockMs) }
  /** The clinic that an event is counted for; an event of neither clinic is a violation. */
  const clinicOf = ({ organizationId }: { organizationId: string }) =>
    organizationId === elsewhere.organizationId ? organizationId : staff.organizationId
  const socketActor = (
    createSocketActor({
      token: staff.token,
      address: relayUrl,
      events: tableOf(events),
      afterPaint: paintAtOnce,
    }) as unknown as {
      config: SocketCallback
    }
  ).config
  let sendToMachine: (event: FromBrowser) => void = () => undefined

  const live = createActor(
    liveMachine.provide({
      actors: {
        socket: fromCallback<ToSocket, { freshToken: boolean }>((parts) => {
          const chain = received.chain(name)
          const sendBack = (event: FromSocket) => {
            const passed = listen(event, chain)
            if (passed) parts.sendBack(passed)
          }
          const receive = (listener: (message: ToSocket) => void) =>
            parts.receive((message) => {
              if (message.type === 'subscribe')
                chain.asked(message.message.after === undefined ? null : message.message)
              listener(message)
            })
          return socketActor({ sendBack, receive, input: parts.input, self: parts.self })
        }),
        browser: fromCallback(({ sendBack }) => {
          sendToMachine = sendBack
        }),
        checkSession: fromPromise(() => staff.hasSession()),
      },
    }),
    { input: { organizationId: staff.organizationId, random, clock } },
  )

  function listen(event: FromSocket, chain: ReturnType<ReceivedCheck['chain']>): FromSocket | null {
    if (event.type === 'relay.subscribed') {
      chain.answered(event.reply)
      if (event.reply.ok && 'events' in event.reply)
        for (const one of event.reply.events) received.receive(name, clinicOf(one), [one])
    }
    if (event.type === 'relay.events') {
      chain.frame(event.frame)
      received.receive(name, clinicOf(event.frame), event.frame.events)
      if (weakness?.loses()) return null
      if (weakness?.isBlind) return { ...event, frame: blindly(event.frame) }
    }
    if (event.type === 'relay.head') {
      chain.head(event.head)
      if (weakness?.isBlind) return null
    }
    return event
  }

  /** Makes every frame look as if it continued the position. */
  const blindly = (frame: Frame): Frame => ({ ...frame, from: 0 })

  let copy: InboxCopy = emptyCopy
  let epoch: string | null = null
  let counts: Counts | null = null
  let pending: LiveChanges[] = []
  let openId: string | null = null
  let threadNeeds = 0
  let closed = false

  live.on('events', (changes) => {
    received.checkClinic(name, here.organizationId, changes)
    if (changes.epoch === epoch) copy = apply(copy, changes.events)
    else if (pending.length < PENDING_MAX) pending.push(changes)
  })
  live.on('counts', (changes) => {
    received.checkClinic(name, here.organizationId, changes)
    counts = changes.counts
  })
  live.on('resync', () => {
    void loadList()
    void loadThread()
  })
  live.on('watched', ({ topic, head }) => {
    if (openId === null || topic !== conversationTopic(openId)) return
    threadNeeds = head
    void loadThread()
  })

  const loadList = alone(async () => {
    const asked = here
    const answer = await asked.ask('conversations', {
      query: { organizationId: asked.organizationId, status: ['all'], limit: PAGE } as never,
    })
    if (closed) return true
    if (asked !== here) return false
    if (answer.kind !== 'ok') return false
    const { data, asOf, epoch: epochOfReply } = answer.reply
    if (epochOfReply !== epoch) {
      copy = withThread(emptyCopy, openId)
      epoch = epochOfReply
      if (openId) void loadThread()
    }
    copy = mergeConversations(copy, data)
    for (const changes of pending) if (changes.epoch === epoch) copy = apply(copy, changes.events)
    pending = []
    live.send({ type: 'snapshot.loaded', reader: 'list', epoch: epochOfReply, asOf })
    return true
  })

  const loadThread = alone(async () => {
    const conversationId = openId
    if (conversationId === null) return true
    const { organizationId } = here
    const answer = await here.ask('messages', {
      query: { organizationId, conversationId, limit: THREAD_MAX } as never,
    })
    if (closed) return true
    if (conversationId !== openId) return false
    if (answer.kind === 'refused' && answer.status === 404) {
      leave()
      return true
    }
    if (answer.kind !== 'ok') return false
    const { data, asOf, epoch: epochOfReply } = answer.reply
    // The thread is of another epoch than the list, so the one that is behind loads again.
    if (epochOfReply !== epoch || asOf < threadNeeds) return false
    copy = {
      ...copy,
      messages: new Map([
        [conversationId, joinRuns(messagesOf(conversationId), copy.messages.get(conversationId) ?? [], data)],
      ]),
    }
    live.send({ type: 'snapshot.loaded', reader: 'thread', epoch: epochOfReply, asOf })
    return true
  })

  /** Runs one load at a time and repeats it until it succeeds; a call meanwhile causes one more load. */
  function alone(load: () => Promise<boolean>): () => Promise<void> {
    let isWanted = false
    let isRunning = false
    return async () => {
      isWanted = true
      if (isRunning) return
      isRunning = true
      while (isWanted && !closed) {
        isWanted = false
        if (await load().catch(() => false)) continue
        isWanted = true
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * (0.5 + random())))
      }
      isRunning = false
    }
  }

  function leave() {
    if (openId === null) return
    live.send({ type: 'topic.unwatched', organizationId: here.organizationId, topic: conversationTopic(openId) })
    live.send({ type: 'reader.left', reader: 'thread' })
    openId = null
  }

  live.start()
  live.send({ type: 'reader.joined', reader: 'list', organizationId: here.organizationId })
  void loadList()
  return {
    name,
    get organizationId() {
      return here.organizationId
    },
    isLive: () => live.getSnapshot().hasTag('live'),
    position: () => live.getSnapshot().context.position,
    conversations: () => copy.conversations,
    counts: () => counts,
    thread: () => {
      const messages = openId === null ? undefined : copy.messages.get(openId)
      return openId !== null && messages ? { conversationId: openId, messages } : null
    },
    browserEvent: (event) => sendToMachine(event),
    open(conversationId) {
      if (openId === conversationId) return
      leave()
      openId = conversationId
      threadNeeds = 0
      copy = withThread(copy, conversationId)
      const { organizationId } = here
      live.send({ type: 'reader.joined', reader: 'thread', organizationId })
      live.send({ type: 'topic.watched', organizationId, topic: conversationTopic(conversationId) })
      void loadThread()
    },
    changeClinic() {
      leave()
      here = here === staff ? elsewhere : staff
      copy = emptyCopy
      epoch = null
      counts = null
      pending = []
      const { organizationId } = here
      live.send({ type: 'reader.joined', reader: 'list', organizationId })
      live.send({ type: 'organization.chosen', organizationId })
      void loadList()
    },
    close() {
      closed = true
      live.stop()
    },
  }
}
