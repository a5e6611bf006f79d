/** Which entry shows which state of which machine. A state that is added to a machine is missing here: the compiler says so. */
import type { AnyStateMachine } from 'xstate'
import { sessionMachine } from '../src/features/session/session.machine.ts'
import { liveMachine } from '../src/live/live.machine.ts'
import {
  bulkMachine,
  listMachine,
  mentionsMachine,
  readingMachine,
  startingMachine,
  writingMachine,
} from './canned-machines.ts'
import type { parts } from './parts.ts'
import type { StateId } from './state-ids.ts'

type Parts = typeof parts
type Address = { [Name in keyof Parts]: `${Name}/${keyof Parts[Name]['entries'] & string}` }[keyof Parts]

const list: Record<StateId<typeof listMachine>, Address> = {
  loading: 'list/first-load',
  failed: 'list/failed',
  loadingMore: 'list/loading-more',
  loadingAgain: 'list/loading-again',
  patient: 'list/patient',
  'ready.resting': 'list/rows',
  'ready.unsure': 'list/unsure',
  'ready.refreshing': 'list/refreshing',
}
const selection: Record<StateId<typeof bulkMachine>, Address> = {
  none: 'list/rows',
  some: 'list/selected',
  applying: 'list/applying',
}
const thread: Record<StateId<typeof readingMachine>, Address> = {
  loading: 'thread/loading',
  ready: 'thread/usual',
  rereading: 'thread/rereading',
  loadingOlder: 'thread/older',
  failed: 'thread/failed',
  absent: 'thread/absent',
}
const composer: Record<StateId<typeof writingMachine>, Address> = {
  idle: 'composer/empty',
  sending: 'composer/sending',
  holding: 'composer/offline',
  pausing: 'composer/pausing',
}
const mine: Record<StateId<typeof mentionsMachine>, Address> = {
  loading: 'mentions/loading',
  ready: 'mentions/some',
  loadingMore: 'mentions/loading-more',
  failed: 'mentions/failed',
}
const newMessage: Record<StateId<typeof startingMachine>, Address> = {
  writing: 'new-message/empty',
  sending: 'new-message/sending',
}
const live: Record<StateId<typeof liveMachine>, Address> = {
  'linked.talk.opening': 'shell/opening',
  'linked.talk.catchingUp.asking': 'shell/asking',
  'linked.talk.catchingUp.refused': 'shell/refused',
  'linked.talk.catchingUp.settling': 'shell/settling',
  'linked.talk.live': 'shell/live',
  'linked.watchdog.listening': 'shell/live',
  away: 'shell/away',
  'unauthenticated.checking': 'shell/checking-session',
  'unauthenticated.ended': 'shell/session-ended',
}

const session: Record<StateId<typeof sessionMachine>, Address> = {
  starting: 'session/loading',
  loading: 'session/loading',
  'signedIn.settled': 'session/signed-in',
  'signedIn.checking': 'session/checking',
  signedOut: 'session/signed-out',
  failed: 'session/failed',
}

interface Shown {
  readonly machine: AnyStateMachine
  readonly at: Readonly<Record<string, string>>
}

export const shownStates: readonly Shown[] = [
  { machine: listMachine, at: list },
  { machine: bulkMachine, at: selection },
  { machine: readingMachine, at: thread },
  { machine: writingMachine, at: composer },
  { machine: mentionsMachine, at: mine },
  { machine: startingMachine, at: newMessage },
  { machine: liveMachine, at: live },
  { machine: sessionMachine, at: session },
]

/** What an entry promises to show: "conversationList ready.unsure". */
export function shownAt(address: string): string[] {
  return shownStates.flatMap(({ machine, at }) =>
    Object.entries(at).flatMap(([state, entry]) => (entry === address ? [`${machine.id} ${state}`] : [])),
  )
}

/** Of these, what can be looked up: the session's machine is its provider's own. */
export function standsAt(address: string): string[] {
  return shownAt(address).filter((state) => !state.startsWith(`${sessionMachine.id} `))
}
