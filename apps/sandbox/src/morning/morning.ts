/**
 * Plays a busy morning: patients text, send pictures, say STOP, chat and leave, by the wires that the phones and the chat page use.
 * The script runs at 1x to 20x until it is stopped. While the clinic's software is away the script waits for it.
 */
import { createRandom } from '@foyer/contracts/random.rules.ts'
import type { Carrier } from '../carrier/carrier.ts'
import type { Ledger } from '../carrier/ledger.ts'
import type { MediaStore } from '../carrier/media-store.ts'
import type { Text } from '../carrier/text.ts'
import type { Timers } from '../clock.ts'
import type { SandboxLog } from '../log.ts'
import { assertMadeUp, type Cast } from './cast.ts'
import { answerTo, type Talk } from './dialogue.rules.ts'
import { type Act, type Step, spaced, timeline } from './timeline.rules.ts'
import type { Visitors } from './visitors.ts'

export const SPEEDS = { least: 1, most: 20 } as const

export interface MorningState {
  readonly isPlaying: boolean
  readonly speed: number
  readonly seed: string
  /** In words, the last thing that a patient did; null before the first. */
  readonly last: string | null
  /** How often patients did each thing since it began. */
  readonly done: Readonly<Record<Act['kind'] | 'answer', number>>
}

export interface Morning {
  now(): MorningState
  /** Begins, or goes on at another speed. */
  play(options: { readonly speed: number; readonly seed: string }): MorningState
  stop(): MorningState
  watch(listener: (state: MorningState) => void): () => void
}

interface MorningDependencies {
  /** Made when the morning is first played. */
  readonly cast: () => Cast
  readonly carrier: Pick<Carrier, 'type'>
  readonly ledger: Pick<Ledger, 'watch'>
  readonly mediaStore: Pick<MediaStore, 'newSid' | 'put'>
  readonly visitors: Visitors
  readonly timers: Timers
  readonly log: SandboxLog
  readonly pictures: readonly Buffer[]
}

/** More texts than these on their way to the clinic: its software is away, or can't keep up. */
const WAITING_MAX = 40
const LOOK_AGAIN_MS = 500
/** An answer that comes sooner is an automatic one: patients don't talk to it. */
const BY_HAND_MS = 2_500
/** Patients whom the staff may still answer; beyond this number the oldest is forgotten. */
const TALKS_MAX = 500

const NOTHING_DONE = { text: 0, picture: 0, stop: 0, start: 0, chat: 0, leave: 0, answer: 0 }
const IDLE: MorningState = { isPlaying: false, speed: 1, seed: '', last: null, done: NOTHING_DONE }

interface Playing {
  readonly cast: Cast
  readonly steps: Iterator<Step, never>
  next: Step
  /** Answers to the staff, which are no part of the script. */
  answers: Step[]
  /** The place of the script, and when it was there by the clock. */
  place: { readonly atMs: number; readonly since: number }
  readonly waiting: Set<string>
  readonly talks: Map<string, { readonly talk: Talk; readonly saidAt: number }>
  cancel: () => void
  readonly forget: () => void
}

export function createMorning(parts: MorningDependencies): Morning {
  const { cast, carrier, ledger, mediaStore, visitors, timers, log, pictures } = parts
  const watchers = new Set<(state: MorningState) => void>()
  let state = IDLE
  let playing: Playing | null = null

  const clock = () => timers.now().getTime()
  const placeNow = ({ place }: Playing) => place.atMs + (clock() - place.since) * state.speed

  function become(change: Partial<MorningState>): MorningState {
    state = { ...state, ...change }
    for (const listener of watchers) listener(state)
    return state
  }

  function schedule(now: Playing) {
    now.cancel()
    const due = soonest(now)
    now.cancel = timers.after(Math.max(0, (due.atMs - placeNow(now)) / state.speed), () => takeStep(now))
  }

  function soonest({ next, answers: [answer] }: Playing): Step {
    return answer && answer.atMs <= next.atMs ? answer : next
  }

  function takeStep(now: Playing) {
    if (now.waiting.size >= WAITING_MAX) {
      // The script stands still meanwhile: afterwards nothing comes in a heap.
      now.place = { atMs: soonest(now).atMs, since: clock() + LOOK_AGAIN_MS }
      now.cancel = timers.after(LOOK_AGAIN_MS, () => takeStep(now))
      return
    }
    const step = soonest(now)
    const isAnswer = step !== now.next
    if (isAnswer) now.answers = now.answers.slice(1)
    else now.next = now.steps.next().value
    act(now, step.act)
    count(isAnswer ? 'answer' : step.act.kind, inWords(step.act))
    schedule(now)
  }

  function act(now: Playing, one: Act) {
    if (one.kind === 'chat') {
      const line = { organizationId: one.organizationId, body: one.body }
      visitors.say(one.visitor, line).catch((err: unknown) => log.warn({ err }, 'a line of a chat was not taken'))
    } else if (one.kind === 'leave') visitors.leave(one.visitor)
    else if (one.kind === 'text') type(now, one, one.body, one.talk)
    else if (one.kind === 'picture') type(now, one, '', null, [putPicture(one.picture)])
    else type(now, one, one.kind.toUpperCase(), null)
  }

  function type(
    now: Playing,
    { from, to }: { readonly from: string; readonly to: string },
    body: string,
    talk: Talk | null,
    media: Text['media'] = [],
  ) {
    // Before it is sent: an automatic answer may come at once.
    now.talks.delete(from)
    if (talk) now.talks.set(from, { talk, saidAt: clock() })
    const [oldest] = now.talks.keys()
    if (now.talks.size > TALKS_MAX && oldest !== undefined) now.talks.delete(oldest)
    const { sid, handover } = carrier.type({ from, to, body, media })
    if (handover === 'waiting') now.waiting.add(sid)
  }

  function putPicture(picture: number): Text['media'][number] {
    const sid = mediaStore.newSid()
    const bytes = pictures[picture % pictures.length] ?? Buffer.alloc(0)
    mediaStore.put(sid, { contentType: 'image/png', bytes })
    return { sid, contentType: 'image/png' }
  }

  function receive(now: Playing, text: Text | null) {
    if (text === null) now.waiting.clear()
    else if (text.direction === 'inbound') now.waiting.delete(text.sid)
    else if (text.status === 'queued') answerStaff(now, text)
  }

  function answerStaff(now: Playing, { from: to, to: from }: Text) {
    const said = now.talks.get(from)
    if (!said || clock() - said.saidAt < BY_HAND_MS) return
    now.talks.delete(from)
    const answer = answerTo(state.seed, now.cast, said.talk, from)
    if (!answer) return
    const gaps = createRandom(`${state.seed} ${from} gaps`)
    const lines = spaced(placeNow(now) + answer.afterMs, answer.bodies, gaps)
    const steps = lines.map(
      ({ atMs, body }): Step => ({ atMs, act: { kind: 'text', from, to, body, talk: answer.talk } }),
    )
    now.answers = [...now.answers, ...steps].toSorted((a, b) => a.atMs - b.atMs)
    schedule(now)
  }

  function count(kind: Act['kind'] | 'answer', last: string | null) {
    const done = { ...state.done, [kind]: state.done[kind] + 1 }
    become(last === null ? { done } : { done, last })
  }

  function begin(speed: number, seed: string): MorningState {
    const made = cast()
    assertMadeUp(made)
    const steps = timeline(seed, made)
    const now: Playing = {
      ...{ cast: made, steps, next: steps.next().value, answers: [], waiting: new Set(), talks: new Map() },
      place: { atMs: 0, since: clock() },
      cancel: () => undefined,
      forget: ledger.watch((text) => receive(now, text)),
    }
    playing = now
    const begun = become({ isPlaying: true, speed, seed, last: null, done: NOTHING_DONE })
    schedule(now)
    return begun
  }

  return {
    now: () => state,
    play({ speed, seed }) {
      if (!playing) return begin(speed, seed)
      playing.place = { atMs: placeNow(playing), since: clock() }
      become({ speed })
      schedule(playing)
      return state
    },
    stop() {
      if (!playing) return state
      playing.cancel()
      playing.forget()
      playing = null
      visitors.clear()
      timers.clear()
      return become({ isPlaying: false })
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}

/** For the page; a visitor who leaves has nothing to show. */
function inWords(act: Act): string | null {
  switch (act.kind) {
    case 'text':
      return `${act.from} texted: ${act.body}`
    case 'picture':
      return `${act.from} sent a picture`
    case 'stop':
    case 'start':
      return `${act.from} texted ${act.kind.toUpperCase()}`
    case 'chat':
      return `A visitor wrote: ${act.body}`
    case 'leave':
      return null
  }
}
